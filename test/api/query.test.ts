import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createApp } from "../../src/app/app.ts";
import { createShipment, platform, shipmentBody } from "../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { expectProblem, refuses, secretValue, type WrongRequest } from "./problem.ts";

let server: TestServer;
let account: TestAccount;
let cursor: string;
let filteredCursor: string;
let shipment: { id: string };

const shipments = `${platform}/shipments`;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  for (const reference of ["A", "A", "B"]) shipment = await createShipment(account.sandbox, { reference });
  cursor = (await account.sandbox.get(`${shipments}?limit=1`)).body.next_cursor;
  filteredCursor = (await account.sandbox.get(`${shipments}?limit=1&reference=A`)).body.next_cursor;
});
afterAll(() => server.stop());

function wrong(path: string, parameter: string, code: string): WrongRequest {
  return {
    name: path.replace(`${platform}/`, ""),
    send: () => account.sandbox.get(path),
    status: 400,
    code: code === "cursor" ? "cursor_invalid" : "query_invalid",
    at: { [parameter]: code },
  };
}

describe("limits", () => {
  const lists = [shipments, `${platform}/events`, `${platform}/webhooks`];
  refuses(
    () => server,
    lists.flatMap((list) => [
      wrong(`${list}?limit=0`, "limit", "minimum"),
      wrong(`${list}?limit=-1`, "limit", "minimum"),
      wrong(`${list}?limit=101`, "limit", "maximum"),
      wrong(`${list}?limit=${"9".repeat(30)}`, "limit", "type"),
      wrong(`${list}?limit=abc`, "limit", "type"),
      wrong(`${list}?limit=1.5`, "limit", "type"),
      wrong(`${list}?limit=1e1`, "limit", "type"),
      wrong(`${list}?limit=0x10`, "limit", "type"),
      wrong(`${list}?limit=`, "limit", "type"),
      wrong(`${list}?limit=5&limit=5`, "limit", "repeated"),
      wrong(`${list}?page=2`, "page", "unknown_field"),
      wrong(`${list}?Limit=5`, "Limit", "unknown_field"),
      wrong(`${list}?limit[]=5`, "limit[]", "unknown_field"),
      wrong(`${list}?__proto__=5`, "__proto__", "unknown_field"),
      wrong(`${list}?cursor=`, "cursor", "min_length"),
      wrong(`${list}?cursor=${secretValue}`, "cursor", "cursor"),
      wrong(`${list}?cursor=${"a".repeat(1001)}`, "cursor", "max_length"),
    ]),
  );
});

describe("filters", () => {
  const earlier = "2026-01-31T09:29:59.999Z";
  const later = "2026-01-31T09:30:00.000Z";
  const sameInBerlin = encodeURIComponent("2026-01-31T10:30:00+01:00");
  refuses(
    () => server,
    [
      wrong(`${shipments}?status=${secretValue}`, "status", "enum"),
      wrong(`${shipments}?status=`, "status", "enum"),
      wrong(`${shipments}?status=created,`, "status", "enum"),
      wrong(`${shipments}?status=created, quoted`, "status", "enum"),
      wrong(`${shipments}?status=confirmed`, "status", "enum"),
      wrong(`${shipments}?status=created&status=quoted`, "status", "repeated"),
      wrong(`${shipments}?reference=`, "reference", "min_length"),
      wrong(`${shipments}?q=${"q".repeat(101)}`, "q", "max_length"),
      wrong(`${shipments}?created_after=yesterday`, "created_after", "format"),
      wrong(`${shipments}?created_after=2026-02-30T00:00:00Z`, "created_after", "format"),
      wrong(`${shipments}?created_before=1700000000`, "created_before", "format"),
      wrong(`${platform}/events?type=${secretValue}`, "type", "enum"),
      wrong(`${platform}/events?type=shipment.exploded`, "type", "enum"),
      wrong(`${platform}/events?type=shipment*`, "type", "enum"),
      wrong(`${platform}/events?type=parcel.*`, "type", "enum"),
      wrong(`${platform}/events?created_after=2026-13-01T00:00:00Z`, "created_after", "format"),
      wrong(`${shipments}?carrier_id=car_x`, "carrier_id", "format"),
      wrong(`${shipments}?carrier_id=`, "carrier_id", "format"),
      wrong(`${shipments}?carrier_id=shp_01m7x5rdwme1ct34p92xd7wpnk`, "carrier_id", "format"),
      wrong(`${platform}/events?shipment_id=shp_x`, "shipment_id", "format"),
      wrong(`${platform}/events?shipment_id=evt_01m7x5rdwme1ct34p92xd7wpnk`, "shipment_id", "format"),
      wrong(`${platform}/events?shipment_id=shp_01m7x5rdwme1ct34p92xd7wpnk0`, "shipment_id", "format"),
      wrong(`${platform}/webhooks/whe_x/deliveries?event_type=shipment.exploded`, "event_type", "enum"),
      wrong(`${platform}/webhooks/whe_x/deliveries?event_type=*`, "event_type", "enum"),
      wrong(`${platform}/webhooks/whe_x/deliveries?status=lost`, "status", "enum"),
      ...[shipments, `${platform}/events`].flatMap((list) => [
        wrong(`${list}?created_after=${later}&created_before=${earlier}`, "created_before", "contradictory"),
        wrong(`${list}?created_after=${later}&created_before=${later}`, "created_before", "contradictory"),
        wrong(
          `${list}?created_after=${later}&created_before=${sameInBerlin}`,
          "created_before",
          "contradictory",
        ),
      ]),
      { ...wrong(`${shipments}/{id}`, "expand", "unknown_field"), send: () => read("?expand=quotes") },
      { ...wrong(`${shipments}/{id}/pin`, "x", "unknown_field"), send: () => read("/pin?x=1") },
      {
        ...wrong(`${shipments}/{id}/quotes`, "wait_seconds", "maximum"),
        send: () => read("/quotes?wait_seconds=31"),
      },
      {
        ...wrong(`${shipments}/{id}/quotes, text`, "wait_seconds", "type"),
        send: () => read("/quotes?wait_seconds=a"),
      },
      {
        ...wrong("POST shipments", "dry_run", "unknown_field"),
        send: () => account.sandbox.post(`${shipments}?dry_run=true`, shipmentBody()),
      },
      { ...wrong("keys", "page", "unknown_field"), send: () => account.session.get("/api/v1/keys?page=1") },
      {
        ...wrong("keys/{id}", "x", "unknown_field"),
        send: () => account.session.get("/api/v1/keys/key_x?x=1"),
      },
      {
        ...wrong("POST keys", "x", "unknown_field"),
        send: () => account.session.post("/api/v1/keys?x=1", { name: "k", environment: "live" }),
      },
      {
        ...wrong("DELETE keys/{id}", "x", "unknown_field"),
        send: () => account.session.delete("/api/v1/keys/key_x?x=1"),
      },
      {
        ...wrong("session", "x", "unknown_field"),
        send: () => account.session.get("/api/v1/auth/session?x=1"),
      },
      {
        ...wrong("sign-out", "x", "unknown_field"),
        send: () => account.session.post("/api/v1/auth/sign-out?x=1"),
      },
      { ...wrong("healthz", "x", "unknown_field"), send: () => server.client().get("/healthz?x=1") },
    ],
  );
  const read = (rest: string) => account.sandbox.get(`${shipments}/${shipment.id}${rest}`);
});

describe("parameters that are no text", () => {
  refuses(
    () => server,
    [
      wrong(`${shipments}?q=%FF`, "q", "encoding"),
      wrong(`${shipments}?q=%`, "q", "encoding"),
      wrong(`${shipments}?q=%4`, "q", "encoding"),
      wrong(`${shipments}?q=%zz`, "q", "encoding"),
      wrong(`${shipments}?q=a%C3`, "q", "encoding"),
      wrong(`${shipments}?q=%C0%80`, "q", "encoding"),
      wrong(`${shipments}?q=%ED%A0%BD`, "q", "encoding"),
      wrong(`${shipments}?limit=%FF`, "limit", "encoding"),
      wrong(`${shipments}?%FF=1`, "%FF", "encoding"),
      wrong(`${shipments}?q=a%00b`, "q", "characters"),
      wrong(`${shipments}?reference=%00`, "reference", "characters"),
      wrong(`${shipments}?cursor=%00`, "cursor", "characters"),
      wrong(`${shipments}?=1`, "", "unknown_field"),
      wrong(`${shipments}?=`, "", "unknown_field"),
      wrong(`${shipments}?q`, "q", "min_length"),
      wrong(`${shipments}?q=a&%71=b`, "q", "repeated"),
      wrong(`${shipments}?a+b=1&a%20b=2`, "a b", "repeated"),
      wrong(`${shipments}?__proto__=5&__proto__=5`, "__proto__", "repeated"),
      wrong(`${shipments}?constructor=5`, "constructor", "unknown_field"),
      wrong(`${shipments}?%5F_proto__=5`, "__proto__", "unknown_field"),
    ],
  );

  test("separators with nothing between them say nothing", async () => {
    expect((await account.sandbox.get(`${shipments}?&&limit=1&`)).body.data).toHaveLength(1);
  });

  test("a plus is a space, and its code a plus", async () => {
    const { id } = await createShipment(account.sandbox, { reference: "a b+c" });
    const found = await account.sandbox.get(`${shipments}?reference=a+b%2Bc`);
    expect(found.body.data.map((entry: { id: string }) => entry.id)).toEqual([id]);
  });
});

describe("very many parameters", () => {
  const query = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`).join("&");

  test("are each looked at up to a hundred, and the first of them named", async () => {
    const answer = await account.sandbox.get(`${shipments}?${query(100)}`);
    expect([answer.status, answer.body.errors.length]).toEqual([400, 50]);
    expect(answer.body.errors[0].parameter).toBe("p0");
  });

  test.each([query(101), query(2400), "&".repeat(10_000)])("are refused beyond that", async (many) => {
    const answer = await account.sandbox.get(`${shipments}?${many}`);
    expectProblem(server, answer, { status: 400, code: "query_invalid" });
    expect(answer.body.detail).toBe("Send at most 100 query parameters.");
  });
});

test("no operation but that of other apps accepts a parameter that it does not declare", async () => {
  const isOurs = ({ path }: { path: string }) => path.startsWith("/api/") && !path.endsWith("/driver/osmand");
  const routes = createApp(server.deps).routes.filter(isOurs);
  expect(routes.length).toBeGreaterThan(40);
  for (const { method, path, hooks } of routes) {
    const { query } = hooks as { query?: { additionalProperties?: boolean } };
    expect([method, path, query?.additionalProperties]).toEqual([method, path, false]);
  }
});

describe("cursors", () => {
  const taken = (path: () => string): WrongRequest => ({
    name: "",
    send: () => account.sandbox.get(path()),
    status: 400,
    code: "cursor_invalid",
    at: { cursor: "cursor" },
  });
  refuses(
    () => server,
    [
      { ...taken(() => `${platform}/events?cursor=${cursor}`), name: "of another list" },
      { ...taken(() => `${shipments}?reference=A&cursor=${cursor}`), name: "made without the filter" },
      { ...taken(() => `${shipments}?cursor=${filteredCursor}`), name: "made with a filter" },
      {
        ...taken(() => `${shipments}?reference=B&cursor=${filteredCursor}`),
        name: "made with another filter",
      },
      {
        ...taken(() => `${shipments}/${shipment.id}/events?cursor=${cursor}`),
        name: "of a shipment's events",
      },
      { ...taken(() => `${shipments}?cursor=${cursor.slice(4)}`), name: "cut short" },
      { ...taken(() => `${shipments}?cursor=${Buffer.from("a\nb").toString("base64url")}`), name: "made up" },
    ],
  );

  test("is good for its own list, whatever the limit", async () => {
    expect((await account.sandbox.get(`${shipments}?limit=2&cursor=${cursor}`)).body.data).toHaveLength(2);
    const filtered = await account.sandbox.get(`${shipments}?reference=A&cursor=${filteredCursor}`);
    expect(filtered.body.data).toHaveLength(1);
  });
});
