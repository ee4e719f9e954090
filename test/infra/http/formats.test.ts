import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { FormatRegistry, Kind, type TSchema } from "@sinclair/typebox";
import { createRouteTable } from "../../../src/api/route-table.ts";
import { createApp } from "../../../src/app/app.ts";
import { formats } from "../../../src/infra/http/formats.ts";
import { expectProblem } from "../../api/problem.ts";
import { platform, shipmentBody } from "../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../support/harness.ts";

/** TypeBox checks a format also where `maxLength` has refused: a format looks at no text that is too long for it. */

const megabyte = 1024 * 1024;
const names = Object.keys(formats) as (keyof typeof formats)[];
const right = {
  "date-time": "2026-01-31T09:30:00.000Z",
  date: "2026-01-31",
  "idn-email": "alex@example.com",
  phone: "+4930123456",
};

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

describe.each(names)("%s", (name) => {
  const format = formats[name];
  const check = (text: string) => FormatRegistry.Get(name)?.(text);

  test("is not looked for in a text that is too long", () => {
    const looked = spyOn(format, "check");
    for (const text of ["x", "a.", "a@a.", "2026-01-31", "0", "é"]) {
      expect(check(text.repeat(megabyte / text.length))).toBe(false);
    }
    expect(check(right[name].padEnd(format.charactersMax + 1, "x"))).toBe(false);
    expect(looked).not.toHaveBeenCalled();
    expect(check(right[name])).toBe(true);
    expect(check("x".repeat(format.charactersMax))).toBe(false);
    expect(looked).toHaveBeenCalledTimes(2);
    looked.mockRestore();
  });
});

test("an address of a hundred kilobytes is refused unread", async () => {
  const looked = spyOn(formats["idn-email"], "check");
  const email = `a@${"a.".repeat(50_000)}`;
  const { pickup } = shipmentBody();
  const contact = { ...(pickup as { contact: object }).contact, email };
  const answer = await account.sandbox.post(
    `${platform}/shipments`,
    shipmentBody({ pickup: { ...(pickup as object), contact } }),
  );
  expectProblem(server, answer, {
    status: 422,
    code: "validation_failed",
    at: { "#/pickup/contact/email": "max_length" },
  });
  expect(
    looked.mock.calls.flat().filter(({ length }) => length > formats["idn-email"].charactersMax),
  ).toEqual([]);
  looked.mockRestore();
});

test("what requests are held against has no other formats", () => {
  const { entries } = createRouteTable(createApp(server.deps).routes);
  const found = new Set(entries.flatMap(({ body, query }) => [...formatsIn(body), ...formatsIn(query)]));
  expect([...found].sort()).toEqual([...names].sort());
});

/** Those that TypeBox checks: of other kinds of text the format is documentation. */
function formatsIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { format } = schema as { format?: string };
  const own = (schema as TSchema)[Kind] === "String" && format !== undefined ? [format] : [];
  return [...own, ...Object.values(schema).flatMap(formatsIn)];
}
