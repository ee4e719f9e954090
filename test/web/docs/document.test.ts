import { afterAll, describe, expect, test } from "bun:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { reasonCodes, substatuses } from "../../../src/delivery/model/model.ts";
import { threadCpuMs } from "../../../src/infra/clock.ts";
import { errorCatalog } from "../../../src/infra/error-catalog.ts";
import { AppError } from "../../../src/infra/errors.ts";
import { parseKey } from "../../../src/infra/idempotency/idempotency.ts";
import { takeLongest } from "../../../src/infra/waiting/stretches.ts";
import { nextTurn } from "../../../src/infra/waiting/turns.ts";
import { eventTypes } from "../../../src/messaging/events/event.ts";
import { descriptionOf, type JsonSchema } from "../../../src/web/docs/json-schema.ts";
import { memberNames, memberText } from "../../../src/web/docs/member-texts.ts";
import { readDocument, startServer } from "../../support/harness.ts";
import { operationsOf, type Schema } from "../../support/openapi.ts";

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

test("others have their turns while it is written, and it is written as JSON is", async () => {
  const shares: number[] = [];
  for (const query of ["for=key", "for=key&errors=default", "errors=default"]) {
    // What the test before did belongs to a turn that is over.
    await nextTurn();
    takeLongest();
    const before = threadCpuMs();
    const response = await fetch(`${server.url}/api/v1/openapi.json?${query}`);
    const text = await response.text();
    const whole = threadCpuMs() - before;
    shares.push((takeLongest()?.cpuMs ?? whole) / whole);
    expect(text).toBe(JSON.stringify(JSON.parse(text)));
  }
  // The collector may take its time in one of them.
  expect(Math.min(...shares)).toBeLessThan(1 / 3);
});

test.each(operations)("$operation.operationId has texts and examples", ({ operation }) => {
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
    for (const target of ["listQuotes", "acceptQuote", "getTracking", "createReturn", "listDeliveries"]) {
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

  test("read members that the answer always has", () => {
    const followed = ({ $ref, ...schema }: Schema): Schema =>
      $ref === undefined ? schema : (document.components.schemas[$ref.split("/").at(-1) ?? ""] ?? {});
    const missing = operations.flatMap(({ operation: { operationId, responses } }) =>
      Object.values(responses).flatMap(({ content, links: leading = {} }) =>
        Object.values(leading)
          .flatMap(({ parameters }) => Object.values(parameters))
          .filter((expression) => {
            let schema = followed(content?.["application/json"]?.schema ?? {});
            for (const name of expression.replace("$response.body#/", "").split("/")) {
              const isThere = name === "0" || schema.required?.includes(name);
              schema = followed((name === "0" ? schema.items : schema.properties?.[name]) ?? {});
              if (!isThere) return true;
            }
            return schema.type !== "string";
          })
          .map((expression) => [operationId, expression]),
      ),
    );
    expect(missing).toEqual([]);
  });
});

test("what is created is shown as it was created, and what is cancelled as cancelled", () => {
  const exampleOf = (operationId: string, status: number) =>
    operations.find(({ operation }) => operation.operationId === operationId)?.operation.responses[status]
      ?.content?.["application/json"]?.example;
  expect(exampleOf("createShipment", 201)).toMatchObject({ status: "created", assignment: null });
  expect(exampleOf("cancelShipment", 200)).toMatchObject({ status: "cancelled" });
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

describe("programs that are generated from it", () => {
  const { schemas } = document.components;

  /** The schemas that these refer to, by name, and those that they refer to. */
  function namedIn(value: unknown, found = new Set<string>()): Set<string> {
    for (const [name, part] of parts(value)) {
      const [, schema] = name === "$ref" ? (/^#\/components\/schemas\/(.+)$/.exec(String(part)) ?? []) : [];
      if (schema === undefined || found.has(schema)) continue;
      found.add(schema);
      namedIn(schemas[schema], found);
    }
    return found;
  }

  const sent = namedIn(operations.map(({ operation }) => operation.requestBody));
  const answered = namedIn([operations.map(({ operation }) => operation.responses), document.webhooks]);
  const shapesOf = (names: Iterable<string>): [name: string, schema: Schema][] =>
    [...names]
      .map((name): [string, Schema] => [name, schemas[name] ?? {}])
      .filter(([, one]) => one.properties);
  const parameters = operations.flatMap(({ operation }) => operation.parameters);
  /** Rules between members are for validators, and no types. */
  const withoutRules = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (name, part) => (/^(if|then|else)$/.test(name) ? undefined : part)));
  const types = [...parts(withoutRules([schemas, parameters]))] as [name: string, part: Schema | null][];

  test("have one type for each body: nothing stands beside its members that would make others", () => {
    const mixed = shapesOf(Object.keys(schemas)).filter(
      ([, schema]) => "anyOf" in schema || "oneOf" in schema || "allOf" in schema,
    );
    expect(mixed.map(([name]) => name)).toEqual([]);
  });

  test("have one media type for each body", () => {
    const types = operations.map(({ operation }) => Object.keys(operation.requestBody?.content ?? {}));
    expect(types.filter(({ length }) => length > 1)).toEqual([]);
    expect(new Set(types.flat())).toEqual(new Set(["application/json", "multipart/form-data"]));
  });

  test("know one problem document, and what refuses is told once", () => {
    const bare = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => Object.entries(responses))
      .filter(([status, response]) => /^[45]/.test(status) && !("$ref" in response));
    expect(bare).toEqual([]);
    const shared = Object.values(document.components.responses);
    expect(new Set(shared.map((one) => JSON.stringify(one))).size).toBe(shared.length);
    const kinds = shared.map(({ content }) => content?.["application/problem+json"]?.schema);
    expect(new Set(kinds.map((one) => JSON.stringify(one)))).toEqual(
      new Set(['{"$ref":"#/components/schemas/Problem"}']),
    );
  });

  test("keep what they call apart from what they receive", () => {
    const called = new Set(operations.flatMap(({ operation }) => operation.tags));
    const received = Object.values(document.webhooks).flatMap(({ post }) => post.tags);
    expect(received.length).toBeGreaterThan(10);
    expect(received.filter((tag) => called.has(tag))).toEqual([]);
  });

  test("know every shape and list of words by a name", () => {
    const nameless = Object.entries(schemas).flatMap(([name, schema]) =>
      [...parts(schema)]
        .filter(([, part]) => part !== schema)
        .filter(([, part]) => {
          const { properties = {}, enum: words } = (part ?? {}) as Schema;
          return typeof properties === "object" && (words || properties.type !== undefined);
        })
        .map(([member]) => `${name}.${member}`),
    );
    expect(nameless).toEqual([]);
  });

  test("send what is documented, and take what later versions add", () => {
    // Apps that nobody here writes send more than Waybill takes of them.
    const ofApps = ["TrackerReport", "TrackerLocation", "TrackerCoordinates"];
    const open = shapesOf(sent).filter(
      ([name, schema]) => schema.additionalProperties !== false && !ofApps.includes(name),
    );
    expect(open.map(([name]) => name)).toEqual([]);
    const shut = shapesOf(answered).filter(([, schema]) => schema.additionalProperties === false);
    expect(shut.map(([name]) => name)).toEqual([]);
    expect(answered.size).toBeGreaterThan(100);
  });

  test("find no default in an open list of words: in Java it does not compile", () => {
    const isOpen = (member: Schema): boolean => {
      const [, name = ""] = /([^/]+)$/.exec(member.$ref ?? "") ?? [];
      return "x-known-values" in { ...member, ...schemas[name] };
    };
    const members = shapesOf(answered).flatMap(([name, { properties = {} }]) =>
      Object.entries<Schema>(properties).map(([member, schema]) => ({ at: `${name}.${member}`, schema })),
    );
    const open = members.filter(({ schema }) => isOpen(schema));
    expect(open.filter(({ schema }) => "default" in schema).map(({ at }) => at)).toEqual([]);
    expect(open.length).toBeGreaterThan(50);
  });

  test.each([
    ["types of events", eventTypes],
    ["substatuses", substatuses],
    ["reasons", reasonCodes],
    ["codes of problems", Object.keys(errorCatalog)],
  ])("take %s that they do not know, and are told those of today", (_what, list) => {
    const known = [...answered].flatMap((name) => [...parts(schemas[name])]);
    const lists = (keyword: string) => known.filter(([name]) => name === keyword).map(([, words]) => words);
    expect(lists("x-known-values")).toContainEqual([...list]);
    expect(lists("enum")).not.toContainEqual([...list]);
  });

  test("have wide enough numbers, and null where a type is told too", () => {
    const numbers = types.filter(([, part]) => part?.type === "integer" || part?.type === "number");
    expect(numbers.length).toBeGreaterThan(100);
    const formatOf = ({ type, maximum = Infinity }: Schema) =>
      type === "number" ? "double" : maximum < 2 ** 31 ? "int32" : "int64";
    expect(numbers.filter(([, part]) => part && part.format !== formatOf(part))).toEqual([]);
    // One of `anyOf`, a list whose members have numbers for names, stands beside another.
    const onlyNull = types.filter(([name, part]) => !/^\d+$/.test(name) && part?.type === "null");
    expect(onlyNull).toEqual([]);
  });
});

test("every parameter says what it is for", () => {
  const parameters = operations.flatMap(({ operation }) =>
    operation.parameters.map(({ name, description }) => ({ of: operation.operationId, name, description })),
  );
  expect(parameters.length).toBeGreaterThan(400);
  expect(parameters.filter(({ description }) => !description)).toEqual([]);
});

test("members that have one meaning say it wherever they stand, and no sentence is left over", () => {
  const members = Object.values(document.components.schemas).flatMap(({ properties = {} }) =>
    Object.entries(properties),
  );
  const silent = members.filter(
    ([name, part]) => memberText(name) !== undefined && !part.$ref && !descriptionOf(part as JsonSchema),
  );
  expect(silent.map(([name]) => name)).toEqual([]);
  const said = new Set(members.map(([name, part]) => `${name}: ${descriptionOf(part as JsonSchema)}`));
  const unused = memberNames.filter((name) => !said.has(`${name}: ${memberText(name)}`));
  expect(unused).toEqual([]);
});

test("ids in paths have their form", () => {
  const paths = operations.flatMap(({ operation }) =>
    operation.parameters.filter((one) => one.in === "path"),
  );
  const free = paths.filter(({ schema }) => !schema.pattern && !schema.enum && !schema.maxLength);
  expect(free).toEqual([]);
});

test.each(["order-1001", '"order-1001"', '"', '" "', 'a"', '"a', "a b", 'a""b', '""', "", " ", "é"])(
  "the form of an Idempotency-Key tells whether the server takes %j",
  (key) => {
    const header = operations.flatMap(({ operation }) => operation.parameters).find(isIdempotencyKey);
    // HTTP takes blanks away at both ends.
    expect(new RegExp(header?.schema.pattern ?? "", "u").test(key)).toBe(isTaken(key.trim()));
  },
);

function isIdempotencyKey({ name }: { name: string }): boolean {
  return name === "Idempotency-Key";
}

function isTaken(key: string): boolean {
  try {
    parseKey(key);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
