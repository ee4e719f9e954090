import { expect, test } from "bun:test";
import { readDocument, startServer } from "../../support/harness.ts";
import { problemsOf } from "../../support/linter.ts";
import { type OpenApi, operationsOf } from "../../support/openapi.ts";

/** The document with one response for all errors, for generators that make a type of each. */

const server = await startServer();
const whole = await readDocument(server.url);
const read = async (query: string) =>
  (await (await fetch(`${server.url}/api/v1/openapi.json?${query}`)).json()) as OpenApi;
const key = await read("for=key");
const folded = { whole: await read("errors=default"), key: await read("for=key&errors=default") };
await server.stop();

test("errors=default leaves one response for all errors, and the others as they are", () => {
  for (const [document, full] of [
    [folded.whole, whole],
    [folded.key, key],
  ] as const) {
    const before = operationsOf(full);
    for (const [index, { operation }] of operationsOf(document).entries()) {
      const { default: error, ...answers } = operation.responses;
      const fine = Object.entries(before[index]?.operation.responses ?? {}).filter(
        ([status]) => !/^[45]/.test(status),
      );
      expect(answers).toEqual(Object.fromEntries(fine));
      expect(error?.content).toEqual({
        "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
      });
    }
    expect(Object.keys(document.components.responses)).toEqual(["Problem"]);
    expect(Object.keys(document.components.schemas)).toEqual(Object.keys(full.components.schemas));
  }
});

test.each(["whole", "key"] as const)("errors=default passes the linter: %s", async (document) => {
  expect(await problemsOf(folded[document])).toEqual([]);
});
