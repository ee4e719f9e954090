import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createClock } from "../support/clock.ts";
import { databaseRows, settledRows } from "../support/database.ts";
import { advance, createAssigned, createQuoted, platform } from "../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { expectProblem, refuses, type WrongRequest } from "./problem.ts";

/** What is right in itself and comes at the wrong moment, and which of two faults is told. */

let server: TestServer;
let account: TestAccount;
let quoted: Made;
let other: Made;
let assigned: Made;
let delivered: Made;
let expired: Made;

interface Made {
  id: string;
  quotes: { id: string }[];
  assignmentId?: string;
}

beforeAll(async () => {
  const clock = createClock();
  server = await startServer({ replacements: { clock } });
  account = await server.account();
  quoted = await make();
  other = await make();
  assigned = await makeAssigned();
  delivered = await makeAssigned();
  await advance(account.sandbox, delivered.id, "delivered");
  expired = await make({ simulation: { outcome: "quotes_expire" } });
  clock.advance(2);
});
afterAll(() => server.stop());

const path = `${platform}/shipments`;
const conflictMembers = ["from", "to", "allowed"];

async function make(change: object = {}): Promise<Made> {
  const { shipment, quotes } = await createQuoted(account.sandbox, { ...change });
  return { id: shipment.id, quotes };
}

async function makeAssigned(): Promise<Made> {
  const { shipment, quotes, assignment } = await createAssigned(account.sandbox);
  return { id: shipment.id, quotes, assignmentId: assignment.id };
}

const accept = (shipment: Made, body: unknown) =>
  account.sandbox.post(`${path}/${shipment.id}/assignments`, body);

describe("accepting", () => {
  const refused = (
    name: string,
    send: WrongRequest["send"],
    status: number,
    code: WrongRequest["code"],
    rest: Partial<WrongRequest> = {},
  ): WrongRequest => ({ name, send, status, code, ...rest });
  const cheapest = { strategy: "cheapest" };
  refuses(
    () => server,
    [
      refused(
        "a quote of another shipment",
        () => accept(quoted, { quote_id: other.quotes[0]?.id }),
        404,
        "not_found",
      ),
      refused("a quote that never was", () => accept(quoted, { quote_id: "qte_x" }), 404, "not_found"),
      refused("an id of another kind", () => accept(quoted, { quote_id: quoted.id }), 404, "not_found"),
      refused(
        "an expired quote",
        () => accept(expired, { quote_id: expired.quotes[0]?.id }),
        409,
        "quote_expired",
      ),
      refused("the cheapest of expired ones", () => accept(expired, cheapest), 409, "no_open_quotes"),
      refused(
        "a second time",
        () => accept(assigned, { quote_id: assigned.quotes[0]?.id }),
        409,
        "shipment_already_assigned",
      ),
      refused(
        "another quote after the first",
        () => accept(assigned, { quote_id: assigned.quotes[1]?.id }),
        409,
        "shipment_already_assigned",
      ),
      refused(
        "a foreign quote after the first",
        () => accept(assigned, { quote_id: other.quotes[0]?.id }),
        404,
        "not_found",
      ),
      refused("for a delivered one", () => accept(delivered, cheapest), 409, "transition_not_allowed", {
        members: conflictMembers,
      }),
      refused("nothing", () => accept(quoted, {}), 422, "validation_failed", {
        at: { "#": "min_properties" },
      }),
      refused("no body", () => accept(quoted, undefined), 422, "validation_failed", {
        at: { "#": "required" },
      }),
      refused(
        "both ways",
        () => accept(quoted, { ...cheapest, quote_id: quoted.quotes[0]?.id }),
        422,
        "validation_failed",
        {
          at: { "#": "one_of" },
        },
      ),
      refused("by an unknown rule", () => accept(quoted, { strategy: "best" }), 422, "validation_failed", {
        at: { "#/strategy": "enum" },
      }),
      refused("an unknown field", () => accept(quoted, { ...cheapest, tip: 1 }), 422, "validation_failed", {
        at: { "#/tip": "unknown_field" },
      }),
      refused(
        "quotes for a delivered one",
        () => account.sandbox.post(`${path}/${delivered.id}/quotes`),
        409,
        "transition_not_allowed",
        { members: conflictMembers },
      ),
      refused(
        "quotes for an assigned one",
        () => account.sandbox.post(`${path}/${assigned.id}/quotes`),
        409,
        "transition_not_allowed",
        { members: conflictMembers },
      ),
      refused(
        "a release after the pickup",
        () => account.sandbox.delete(`${path}/${delivered.id}/assignments/${delivered.assignmentId}`),
        409,
        "transition_not_allowed",
        { members: conflictMembers },
      ),
      refused(
        "a release of another shipment's assignment",
        () => account.sandbox.delete(`${path}/${assigned.id}/assignments/${delivered.assignmentId}`),
        404,
        "not_found",
      ),
    ],
  );

  test("ten at once: one wins, nine get a conflict", async () => {
    const race = await make();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        accept(race, index % 2 ? cheapest : { quote_id: race.quotes[index % race.quotes.length]?.id }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expectProblem(server, answer, { status: 409, code: "shipment_already_assigned" });
    }
    const rows = databaseRows(server)["sandbox.assignments"] ?? [];
    expect(rows.filter((row) => row.shipment_id === race.id)).toHaveLength(1);
  });
});

describe("of two faults the first in the contract's order is reported", () => {
  const bad = { "content-type": "text/plain" };
  const json = { "content-type": "application/json" };
  const large = `"${"x".repeat(1_100_000)}"`;
  const send = (
    to: string,
    method: string,
    body: string | undefined,
    headers: Record<string, string>,
    key = true,
  ) =>
    (key ? account.sandbox : server.client()).send(to, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
  const live = (to: string, body: string, headers: Record<string, string>) =>
    account.live.send(to, { method: "POST", headers, body });
  const unknown = `${path}/shp_00000000000000000000000000`;

  let readOnly: string;
  beforeAll(async () => {
    const issued = await account.session.post("/api/v1/keys", {
      name: "reader",
      environment: "sandbox",
      scopes: ["shipments:read"],
    });
    readOnly = issued.body.secret;
  });
  const reader = (to: string, body: string, headers: Record<string, string>) =>
    server.client({ "x-api-key": readOnly }).send(to, { method: "POST", headers, body });

  const told = (
    name: string,
    request: WrongRequest["send"],
    status: number,
    code: WrongRequest["code"],
    at?: Record<string, string>,
  ): WrongRequest => ({
    name,
    send: request,
    status,
    code,
    ...(at ? { at } : {}),
  });
  refuses(
    () => server,
    [
      told(
        "path before credentials",
        () => send(`${platform}/parcels`, "GET", undefined, {}, false),
        404,
        "path_not_found",
      ),
      told(
        "path before media type",
        () => send(`${platform}/parcels`, "POST", "x", bad, false),
        404,
        "path_not_found",
      ),
      told("method before credentials", () => send(path, "PUT", "x", bad, false), 405, "method_not_allowed"),
      told(
        "credentials before media type",
        () => send(path, "POST", "x", bad, false),
        401,
        "api_key_missing",
      ),
      told(
        "credentials before the query",
        () => send(`${path}?limit=0`, "GET", undefined, {}, false),
        401,
        "api_key_missing",
      ),
      told("credentials before size", () => send(path, "POST", large, json, false), 401, "api_key_missing"),
      told("scope before media type", () => reader(path, "x", bad), 403, "scope_missing"),
      told(
        "scope before the object",
        () => reader(`${unknown}/cancellation`, "{}", json),
        403,
        "scope_missing",
      ),
      told(
        "scope before sandbox_only and the query",
        () => reader(`${path}?x=1`, "{}", json),
        403,
        "scope_missing",
      ),
      told(
        "sandbox_only before media type",
        () => live(`${platform}/sandbox/shipments/x/advance`, "x", bad),
        403,
        "sandbox_only",
      ),
      told(
        "sandbox_only before the body's faults",
        () => live(path, '{"simulation":{},"x":1}', json),
        403,
        "sandbox_only",
      ),
      told("media type before size", () => send(path, "POST", large, bad), 415, "unsupported_media_type"),
      told(
        "media type before the query",
        () => send(`${path}?x=1`, "POST", "x", bad),
        415,
        "unsupported_media_type",
      ),
      told("size before parsing", () => send(path, "POST", `${large}}`, json), 413, "body_too_large"),
      told("parsing before the schema", () => send(path, "POST", '{"x":1', json), 400, "body_unparsable"),
      told("parsing before the object", () => send(unknown, "PATCH", "{", json), 400, "body_unparsable"),
      told(
        "the query before the schema",
        () => send(`${path}?x=1`, "POST", "{}", json),
        400,
        "query_invalid",
        {
          x: "unknown_field",
        },
      ),
      told(
        "a repeated parameter before the schema",
        () => send(`${path}?x=1&x=1`, "POST", "{}", json),
        400,
        "query_invalid",
        {
          x: "repeated",
        },
      ),
      told(
        "the query before the object",
        () => send(`${unknown}?x=1`, "GET", undefined, {}),
        400,
        "query_invalid",
        {
          x: "unknown_field",
        },
      ),
      told(
        "the schema before the object",
        () => send(unknown, "PATCH", '{"x":1}', json),
        422,
        "validation_failed",
        {
          "#/x": "unknown_field",
        },
      ),
      told(
        "the schema before the state",
        () => send(`${path}/${delivered.id}/cancellation`, "POST", '{"x":1}', json),
        422,
        "validation_failed",
        {
          "#/x": "unknown_field",
        },
      ),
      told(
        "the destination before the object",
        () => send(`${platform}/webhooks/whe_x`, "PATCH", '{"url":"https://10.0.0.1"}', json),
        422,
        "destination_not_allowed",
        { "#/url": "destination_not_allowed" },
      ),
      told(
        "the object before its version",
        () => send(unknown, "PATCH", "{}", { ...json, "if-match": '"9"' }),
        404,
        "not_found",
      ),
      told(
        "the version before the state",
        () =>
          send(`${path}/${delivered.id}`, "PATCH", '{"delivery":{"instructions":"x"}}', {
            ...json,
            "if-match": '"9"',
          }),
        412,
        "precondition_failed",
      ),
      told(
        "the object before the state",
        () => accept(delivered, { quote_id: other.quotes[0]?.id }),
        404,
        "not_found",
      ),
    ],
  );

  test("nothing of all this was stored", async () => {
    const rows = await settledRows(server);
    expect(rows["sandbox.shipments"]).toHaveLength(6);
    expect(rows["live.shipments"]).toEqual([]);
  });
});
