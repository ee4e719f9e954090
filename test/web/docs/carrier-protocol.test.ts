import { afterAll, expect, test } from "bun:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Value } from "@sinclair/typebox/value";
import {
  readBookAnswer,
  readCancelAnswer,
  readQuoteAnswer,
} from "../../../src/delivery/carriers/kinds/http/map.ts";
import {
  BookCall,
  CancelCall,
  QuoteCall,
  UpdateCall,
} from "../../../src/delivery/carriers/kinds/http/wire.ts";
import { startServer } from "../../support/harness.ts";

/** The document of the carrier protocol, as carriers' people read it. */
const server = await startServer();
afterAll(() => server.stop());
const { body: document, headers } = await server.client().get("/docs/carrier-protocol");

interface Content {
  "application/json": { examples: Record<string, { value: unknown }> };
}
interface Operation {
  parameters: { name: string }[];
  requestBody: { content: Content };
  responses: Record<string, { content?: Content }>;
}
const at = (path: string, method: string): Operation => document.paths[path][method];
const examplesIn = (content: Content | undefined) =>
  Object.values(content?.["application/json"].examples ?? {}).map(({ value }) => value);

test("examples are such as a carrier gets: no placeholder, and nothing without size or price", () => {
  const calls = [
    at("/quotes", "post"),
    at("/bookings", "post"),
    at("/bookings/{assignment_id}", "patch"),
    at("/bookings/{assignment_id}/cancellation", "post"),
  ];
  const shown = calls.flatMap(({ requestBody, responses }) => [
    ...examplesIn(requestBody.content),
    ...Object.values(responses).flatMap(({ content }) => examplesIn(content)),
  ]);
  expect(shown.length).toBeGreaterThan(8);
  const text = JSON.stringify(shown);
  expect(text).not.toMatch(/"text"|_mm":0|"amount":0/);
  expect(text).toContain('"price":{"amount":650,"currency":"EUR"}');
});

test("every call says what it is, in which environment, and about which job", () => {
  const bodies = ["/bookings", "/bookings/{assignment_id}", "/bookings/{assignment_id}/cancellation"].map(
    (path) => {
      const [value] = examplesIn(at(path, path.endsWith("id}") ? "patch" : "post").requestBody.content);
      return value as Record<string, unknown>;
    },
  );
  expect(bodies.map(({ action }) => action)).toEqual(["book", "update", "cancel"]);
  for (const { environment, assignment_id } of bodies) {
    expect([environment, String(assignment_id).slice(0, 4)]).toEqual(["sandbox", "asg_"]);
  }
});

test("a linter finds nothing", async () => {
  expect(headers.get("content-type")).toStartWith("application/json");
  const config = await createConfig({
    extends: ["recommended"],
    rules: { "no-invalid-media-type-examples": "error", "no-invalid-schema-examples": "error" },
  });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, config, absoluteRef: "carrier-protocol.json" });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test("each call is signed, and its examples are what Waybill sends and understands", () => {
  const bookings = "/bookings/{assignment_id}";
  const sent = [
    [at("/quotes", "post"), QuoteCall],
    [at("/bookings", "post"), BookCall],
    [at(bookings, "patch"), UpdateCall],
    [at(`${bookings}/cancellation`, "post"), CancelCall],
  ] as const;
  for (const [operation, shape] of sent) {
    const names = operation.parameters.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["webhook-id", "webhook-timestamp", "webhook-signature"]));
    const [example] = examplesIn(operation.requestBody.content);
    expect([...Value.Errors(shape, example)].map(({ path, message }) => [path, message])).toEqual([]);
  }
  const quotes = examplesIn(at("/quotes", "post").responses[200]?.content);
  expect(quotes.map((answer) => readQuoteAnswer(answer, 0).kind)).toEqual(["offers", "unavailable"]);
  for (const [status, kind] of [
    [201, "booked"],
    [202, "pending"],
    [409, "rejected"],
  ] as const) {
    const [answer] = examplesIn(at("/bookings", "post").responses[status]?.content);
    expect(readBookAnswer(status, answer, []).kind).toBe(kind);
  }
  for (const [status, kind] of [
    [200, "cancelled"],
    [409, "refused"],
  ] as const) {
    const [answer] = examplesIn(at(`${bookings}/cancellation`, "post").responses[status]?.content);
    expect(readCancelAnswer(status, answer).kind).toBe(kind);
  }
});

test("browsers get a page of it", async () => {
  const page = await server.client().get("/docs/carrier-protocol", { accept: "text/html,*/*" });
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.text).toContain('data-document="/docs/carrier-protocol"');
  expect(page.text).not.toContain("Get a sandbox key");
});

test("the guide shows the example carrier as it runs, and names the suite that it passes", async () => {
  const { text } = await server.client().get("/docs/guides/connect-your-own-carrier.md");
  const source = await Bun.file("examples/carrier.mjs").text();
  // The samples of a guide call the server that shows them.
  const example = source.replaceAll("http://127.0.0.1:8080", server.url);
  expect(text.includes(`\`\`\`javascript\n${example.trimEnd()}\n\`\`\``)).toBe(true);
  expect(text).not.toContain("EXAMPLE_CARRIER");
  // `STEP_SECONDS=5 node carrier.mjs`: each variable of the guide's command is one that the example reads.
  const [command = ""] = /^WAYBILL_SECRET=.*node carrier\.mjs$/m.exec(text) ?? [];
  for (const [, name = ""] of command.matchAll(/(\w+)=/g)) expect(example).toContain(name);
});
