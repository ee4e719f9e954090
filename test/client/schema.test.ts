import { expect, test } from "bun:test";
import { generateSchema, schemaPath } from "../../client/generate.ts";

test("the client's types are those of the document: else `bun run client/generate.ts`", async () => {
  expect(await Bun.file(schemaPath).text()).toBe(await generateSchema());
});
