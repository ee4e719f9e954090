import { expect, test } from "bun:test";
import { generateOperations } from "../../../tools/browser-operations.ts";
import { readReference } from "../../../tools/golden.ts";

test("the paths that pages call are those of the document: else `bun run client/generate.ts`", async () => {
  const generated = await generateOperations(await readReference());
  expect(Object.keys(generated)).toEqual(["web/browser/reads.ts", "web/browser/writes.ts"]);
  for (const [path, text] of Object.entries(generated))
    expect(await Bun.file(`src/${path}`).text()).toBe(text);
});
