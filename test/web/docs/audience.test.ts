import { afterAll, describe, expect, test } from "bun:test";
import { type Audience, audiences } from "../../../src/web/docs/audience.ts";
import { readDocument, startServer } from "../../support/harness.ts";
import { problemsOf } from "../../support/linter.ts";
import { type OpenApi, operationsOf } from "../../support/openapi.ts";

/** The parts of the document that one audience uses, for generators of clients. */

const server = await startServer();
afterAll(() => server.stop());
const path = "/api/v1/openapi.json";
const whole = await readDocument(server.url);
const read = async (query: string) =>
  (await (await fetch(`${server.url}${path}?${query}`)).json()) as OpenApi;
const parts = Object.fromEntries(
  await Promise.all(audiences.map(async (audience) => [audience, await read(`for=${audience}`)])),
) as Record<Audience, OpenApi>;

const schemes: Record<Audience, string[]> = {
  key: ["api_key", "bearer"],
  carrier: ["carrier_token"],
  driver: ["driver_token", "driver_device", "position_token"],
};
/** A phone becomes a driver's by this, and has no credentials before. */
const ofNobody: Record<Audience, string[]> = { key: [], carrier: [], driver: ["linkDevice"] };

const idsOf = (document: OpenApi) => operationsOf(document).map(({ operation }) => operation.operationId);

function referencesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== "object" || value === null) return found;
  for (const [name, part] of Object.entries(value)) {
    if (name === "$ref") found.add(String(part));
    else referencesIn(part, found);
  }
  return found;
}

/** What these refer to, and what that refers to. @throws Error where there is no such thing */
function reachedFrom(document: OpenApi, value: unknown): Set<string> {
  const reached = referencesIn(value);
  for (const reference of reached) {
    const [, , kind = "", name = ""] = reference.split("/");
    const found = document.components[kind]?.[name];
    if (found === undefined) throw new Error(`there is no ${reference}`);
    for (const next of referencesIn(found)) reached.add(next);
  }
  return reached;
}

describe.each([...audiences])("for=%s", (audience) => {
  const part = parts[audience];

  test("has the operations that its credentials may call, and no others", () => {
    const callable = operationsOf(whole).filter(
      ({ operation }) =>
        operation.security.some((way) => Object.keys(way).some((name) => schemes[audience].includes(name))) ||
        ofNobody[audience].includes(operation.operationId),
    );
    expect(idsOf(part)).toEqual(callable.map(({ operation }) => operation.operationId));
    expect(callable.length).toBeGreaterThan(5);
  });

  test("names its own credentials alone", () => {
    const named = operationsOf(part).flatMap(({ operation }) => operation.security.flatMap(Object.keys));
    expect([...new Set(named)].sort()).toEqual([...schemes[audience]].sort());
    expect(Object.keys(part.components.securitySchemes ?? {}).sort()).toEqual([...schemes[audience]].sort());
  });

  test("has the schemas that these reach, and no others", () => {
    const reached = reachedFrom(part, [part.paths, part.webhooks]);
    const schemas = Object.keys(part.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(schemas.filter((name) => !reached.has(name))).toEqual([]);
    for (const [name, schema] of Object.entries(part.components.schemas)) {
      expect([name, schema]).toEqual([name, whole.components.schemas[name] ?? {}]);
    }
  });

  test("says of each what the whole document says, but for what leads elsewhere", () => {
    const known = new Set(idsOf(part));
    const common = (document: OpenApi) =>
      operationsOf(document)
        .filter(({ operation }) => known.has(operation.operationId))
        .map(({ method, template, operation: { operationId, tags, parameters, requestBody, responses } }) => {
          const contents = Object.entries(responses).map(([status, { content }]) => [status, content]);
          return { method, template, operationId, tags, parameters, requestBody, contents };
        });
    expect(common(part)).toEqual(common(whole));
    const targets = operationsOf(part).flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ links }) => Object.keys(links ?? {})),
    );
    expect(targets.length).toBeGreaterThan(3);
    expect(targets.filter((target) => !known.has(target))).toEqual([]);
  });

  test("passes the linter", async () => {
    expect(await problemsOf(part)).toEqual([]);
  });
});

test("events are received by whoever has a key, and its paths alone reach each of them", () => {
  expect(parts.key.webhooks).toEqual(whole.webhooks);
  const events = [...referencesIn(whole.webhooks)];
  expect(events.length).toBeGreaterThan(20);
  const reached = reachedFrom(parts.key, parts.key.paths);
  expect(events.filter((event) => !reached.has(event))).toEqual([]);
  expect([parts.carrier.webhooks, parts.driver.webhooks]).toEqual([{}, {}]);
});

test.each([
  ["for=shop", "for", "enum"],
  ["for=", "for", "enum"],
  ["for=Key", "for", "enum"],
  ["for=key,driver", "for", "enum"],
  ["for=key&for=driver", "for", "repeated"],
  ["for=key&errors=all", "errors", "enum"],
  ["audience=key", "audience", "unknown_field"],
])("?%s is refused and says which parameter is wrong", async (query, parameter, code) => {
  const response = await fetch(`${server.url}${path}?${query}`);
  expect(response.status).toBe(400);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(await response.json()).toMatchObject({ code: "query_invalid", errors: [{ parameter, code }] });
});
