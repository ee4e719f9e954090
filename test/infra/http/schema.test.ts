import { afterAll, beforeAll, expect, test } from "bun:test";
import { Kind, type TSchema } from "@sinclair/typebox";
import { createApp } from "../../../src/app/app.ts";
import { amountMax } from "../../../src/infra/units.ts";
import { startServer, type TestServer } from "../../support/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** A schema and all that it is made of, each with its place. */
function* parts(schema: TSchema, place: string): Generator<[place: string, part: TSchema]> {
  yield [place, schema];
  for (const [name, part] of Object.entries<TSchema>(schema.properties ?? {}))
    yield* parts(part, `${place}/${name}`);
  for (const member of (schema.anyOf ?? []) as TSchema[]) yield* parts(member, place);
  for (const inner of ["items", "additionalProperties", "propertyNames"]) {
    if (typeof schema[inner] === "object") yield* parts(schema[inner], `${place}/*`);
  }
}

function partsOfRequests(): [place: string, part: TSchema][] {
  return createApp(server.deps).routes.flatMap(({ method, path, hooks }) => {
    const { body, query } = hooks as { body?: TSchema; query?: TSchema };
    return [body, query].flatMap((schema) => (schema ? [...parts(schema, `${method} ${path}`)] : []));
  });
}

const isNumber = ([, { type }]: [string, TSchema]) => type === "integer" || type === "number";

test("every number that a request can have has limits within which it is exact", () => {
  const numbers = partsOfRequests().filter(isNumber);
  expect(numbers.length).toBeGreaterThan(20);
  const unlimited = numbers.filter(
    ([, { minimum, maximum }]) => !(minimum >= Number.MIN_SAFE_INTEGER && maximum <= Number.MAX_SAFE_INTEGER),
  );
  expect(unlimited.map(([place]) => place)).toEqual([]);
});

test("every amount of money that a request can have has the same bound", () => {
  const all = partsOfRequests();
  const moneys = all.filter(([, { properties }]) => properties?.currency && properties.amount);
  const amounts = all
    .filter(isNumber)
    .filter(([place, { description }]) => /amount$/.test(place) || description?.includes("minor units"));
  expect(moneys.length).toBeGreaterThan(5);
  expect(amounts.length).toBeGreaterThan(moneys.length);
  const wrong = amounts.filter(([, { minimum, maximum }]) => minimum !== 0 || maximum !== amountMax);
  expect(wrong.map(([place]) => place)).toEqual([]);
});

test("every text that a request can have has an end, counted in characters", () => {
  const texts = partsOfRequests().filter(([, { type }]) => type === "string");
  expect(texts.length).toBeGreaterThan(50);
  const endless = texts.filter(([, part]) => {
    const isCounted = part[Kind] === "Text" && part.maxLength > 0;
    const isFixed = part.enum || part.const !== undefined;
    return !(isCounted || isFixed || part.format || (part.pattern && part.maxLength === undefined));
  });
  expect(endless.map(([place]) => place)).toEqual([]);
});
