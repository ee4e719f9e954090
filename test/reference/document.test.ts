import { afterAll, describe, expect, test } from "bun:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { eventTypes } from "../../src/events/event.ts";
import { readDocument, startServer } from "../support/harness.ts";
import { operationsOf } from "../support/openapi.ts";

const server = await startServer();
afterAll(() => server.stop());
const document = await readDocument(server.url);
const operations = operationsOf(document);

/** Everything in the document, with the name by which it is a member. */
function* parts(value: unknown, name = ""): Generator<[name: string, part: unknown]> {
  yield [name, value];
  if (typeof value !== "object" || value === null) return;
  for (const [member, part] of Object.entries(value)) yield* parts(part, member);
}

test("a linter finds nothing", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    rules: {
      "operation-4xx-response": "error",
      "operation-4xx-problem-details-rfc7807": "error",
      "no-invalid-media-type-examples": "error",
      "no-invalid-schema-examples": "error",
    },
  });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, config, absoluteRef: "openapi.json" });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test.each(operations)("$operation.operationId is told of in words and examples", ({ operation }) => {
  expect(operation.summary).not.toBe("");
  expect(operation.description ?? "").not.toBe("");
  const bodies = [operation.requestBody, ...Object.values(operation.responses)];
  const contents = bodies.flatMap((body) => Object.entries(body?.content ?? {}));
  const bare = contents.filter(([type, { example, examples }]) => /json/.test(type) && !example && !examples);
  expect(bare.map(([type]) => type)).toEqual([]);
  const placeholders = contents.filter(([, { example }]) =>
    [...parts(example)].some(([, part]) => part === "text"),
  );
  expect(placeholders).toEqual([]);
});

test("operations have ids of their own", () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

describe("links", () => {
  const links = operations.flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap((response) => Object.values(response.links ?? {})),
  );

  test("lead on from what was created", () => {
    const targets = links.map(({ operationId }) => operationId);
    for (const target of ["listQuotes", "acceptQuote", "getTracking", "listDeliveries"]) {
      expect(targets).toContain(target);
    }
  });

  test("name operations that exist, and all that their paths need", () => {
    const short = links.filter(({ operationId, parameters }) => {
      const target = operations.find(({ operation }) => operation.operationId === operationId);
      const needed = target?.operation.parameters.filter((parameter) => parameter.in === "path");
      return !needed?.every(({ name }) => name in parameters);
    });
    expect(short).toEqual([]);
  });
});

test("every type of event has a webhook", () => {
  expect(Object.keys(document.webhooks).sort()).toEqual([...eventTypes].sort());
});

test("patterns mean the same to JavaScript and to Python, and are of the whole text", () => {
  const patterns = [...parts(document)].filter(
    ([name, part]) => name === "pattern" && typeof part === "string",
  );
  expect(patterns.length).toBeGreaterThan(10);
  const strange = patterns.filter(([, part]) => {
    const pattern = String(part);
    return !/^\^.*\$$/s.test(pattern) || /\\[pPdDwWbBkcx]|\(\?/.test(pattern) || !new RegExp(pattern, "u");
  });
  expect(strange).toEqual([]);
});
