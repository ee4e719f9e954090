import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseJson } from "../../../src/infra/http/json.ts";
import { amountMax } from "../../../src/infra/units.ts";
import { refuses, secretValue, type WrongRequest } from "../../api/problem.ts";
import { platform, shipmentBody } from "../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../support/harness.ts";

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

const path = `${platform}/shipments`;
const bytes = (text: string) => new TextEncoder().encode(text);

/** A shipment's body as text, with this in place of its metadata. */
function withMetadata(literal: string): string {
  return JSON.stringify(shipmentBody({ metadata: "HERE" })).replace('"HERE"', literal);
}

function send(body: string) {
  const headers = { "content-type": "application/json" };
  return account.sandbox.send(path, { method: "POST", body, headers });
}

describe("a name that an object has twice", () => {
  const twice = (name: string, body: string, pointer: string): WrongRequest => ({
    name,
    send: () => send(body),
    status: 400,
    code: "body_unparsable",
    at: { [pointer]: "repeated" },
  });
  const whole = JSON.stringify(shipmentBody());
  refuses(
    () => server,
    [
      twice("with two values", withMetadata(`{"a":"${secretValue}","a":"2"}`), "#/metadata/a"),
      twice("with the same value", withMetadata('{"a":"1","a":"1"}'), "#/metadata/a"),
      twice("spelled in two ways", withMetadata(String.raw`{"a":"1","\u0061":"2"}`), "#/metadata/a"),
      twice("that is empty", withMetadata('{"":"1","":"2"}'), "#/metadata/"),
      twice("with a pointer's own characters", withMetadata('{"a/b~":"1","a/b~":"2"}'), "#/metadata/a~1b~0"),
      twice("that is __proto__", withMetadata('{"__proto__":"1","__proto__":"2"}'), "#/metadata/__proto__"),
      twice("that is required", whole.replace('{"pickup"', '{"parcels":[],"pickup"'), "#/parcels"),
      twice(
        "in a list",
        whole.replace('"weight_grams"', '"weight_grams":1,"weight_grams"'),
        "#/parcels/0/weight_grams",
      ),
      twice(
        "deep in a list",
        withMetadata(`{"a":[[1,2],{"b":[{},{"c":"[","c":""}]}]}`),
        "#/metadata/a/1/b/1/c",
      ),
      twice(
        "after texts full of marks",
        withMetadata(String.raw`{"k":"\"{[,:\\","k2":":","k":""}`),
        "#/metadata/k",
      ),
      twice(
        "in a hundred kilobytes of escapes",
        withMetadata(`{"k":"${"\\n".repeat(50_000)}","k":""}`),
        "#/metadata/k",
      ),
    ],
  );

  test("is not one that two objects have, or a text", () => {
    for (const text of [
      '{"a":{"a":1},"b":[{"a":1},{"a":1}]}',
      '{"a":"a","b":["a","a"]}',
      String.raw`{"a":":","b\"":"\":\\"}`,
    ]) {
      expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
    }
  });

  test("is all that is refused of what JSON.stringify makes", () => {
    const named = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ maxDepth: 4 }));
    const property = fc.property(named, fc.nat(3), (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
      const [name] = Object.keys(value);
      if (name === undefined) return;
      const again = `{${JSON.stringify(name)}:0,${text.slice(1)}`;
      expect(() => parseJson(bytes(again))).toThrow("once");
    });
    fc.assert(property);
  });
});

describe("nesting that is too deep", () => {
  const deep = (name: string, body: string): WrongRequest => ({
    name,
    send: () => send(body),
    status: 400,
    code: "body_unparsable",
  });
  refuses(
    () => server,
    [
      deep("10 000 lists", withMetadata("[".repeat(10_000) + "]".repeat(10_000))),
      deep("10 000 objects", withMetadata(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`)),
    ],
  );
});

describe("numbers that no number of ours can hold", () => {
  const number = (literal: string, code: string): WrongRequest => ({
    name: `a weight of ${literal}`,
    send: () => send(JSON.stringify(shipmentBody()).replace("1200", literal)),
    status: 422,
    code: "validation_failed",
    at: { "#/parcels/0/weight_grams": code },
  });
  const amount = (literal: string, code: string): WrongRequest => ({
    name: `a value of ${literal}`,
    send: () => {
      const parcels = [{ weight_grams: 1, value: { amount: 777_777, currency: "EUR" } }];
      return send(JSON.stringify(shipmentBody({ parcels })).replace("777777", literal));
    },
    status: 422,
    code: "validation_failed",
    at: { "#/parcels/0/value/amount": code },
  });
  const latitude = (literal: string): WrongRequest => ({
    name: `a latitude of ${literal}`,
    send: () => send(JSON.stringify(shipmentBody()).replace("52.5291", literal)),
    status: 422,
    code: "validation_failed",
    at: { "#/pickup/address/latitude": "type" },
  });
  refuses(
    () => server,
    [
      number("9007199254740993", "maximum"),
      number("1e400", "type"),
      number("-1e400", "type"),
      number(`1${"0".repeat(400)}`, "type"),
      amount(`${amountMax + 1}`, "maximum"),
      amount("9007199254740993", "maximum"),
      amount("18446744073709551616", "maximum"),
      amount("1e400", "type"),
      latitude("1e400"),
    ],
  );

  test("the largest amount comes back as it was", async () => {
    const value = { amount: amountMax, currency: "EUR" };
    const answer = await send(JSON.stringify(shipmentBody({ parcels: [{ weight_grams: 1, value }] })));
    expect(answer.body.parcels[0].value).toEqual(value);
  });
});
