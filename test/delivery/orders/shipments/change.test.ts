import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { expireShipment } from "../../../../src/delivery/orders/shipments/expiry.ts";
import { expectProblem } from "../../../api/problem.ts";
import { databaseRows, settledRows } from "../../../support/database.ts";
import { advance, createAssigned, createQuoted, platform } from "../../../support/fixtures.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startServer({ watchesVersions: true });
  account = await server.account();
});
afterAll(() => server.stop());

const path = `${platform}/shipments`;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const window = () => ({ start: inHours(3), end: inHours(5) });

const patch = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  account.sandbox.patch(`${path}/${id}`, body, headers);
const read = async (id: string): Promise<Answer["body"]> => (await account.sandbox.get(`${path}/${id}`)).body;

async function eventTypes(id: string): Promise<string[]> {
  const { body } = await account.sandbox.get(`${path}/${id}/events?limit=100`);
  return body.data.map((event: { type: string }) => event.type);
}

/** How a shipment comes into each state. */
const states: Record<string, () => Promise<string>> = {
  created: async () =>
    (await createQuoted(account.sandbox, { simulation: { outcome: "no_carriers" } })).shipment.id,
  quoted: async () => (await createQuoted(account.sandbox)).shipment.id,
  assigned: async () => (await createAssigned(account.sandbox)).shipment.id,
  in_transit: () => moved("picked_up"),
  delivered: () => moved("delivered"),
  cancelled: async () => {
    const { shipment } = await createQuoted(account.sandbox);
    await account.sandbox.post(`${path}/${shipment.id}/cancellation`);
    return shipment.id;
  },
  returning: () => moved("returning", { outcome: "recipient_refused" }),
  returned: () => moved("returned", { outcome: "recipient_refused" }),
  failed: () => moved("failed", { outcome: "lost" }),
  expired: async () => {
    const { shipment } = await createQuoted(account.sandbox);
    const store = server.deps.stores.platform("sandbox");
    await store.write(
      (tx) => void tx.run(sql`UPDATE shipments SET expires_at = 1 WHERE id = ${shipment.id}`),
    );
    await expireShipment(server.deps, "sandbox", shipment.id);
    return shipment.id;
  },
};

async function moved(to: string, simulation: object = {}): Promise<string> {
  const { shipment } = await createAssigned(account.sandbox, {
    simulation: { speed: "manual", ...simulation },
  });
  const answer = await advance(account.sandbox, shipment.id, to);
  expect(answer.status).toBe(200);
  return shipment.id;
}

const open = {
  windows: ["created", "quoted", "expired"],
  addresses: ["created", "quoted", "expired"],
  contacts: ["created", "quoted", "expired", "assigned", "in_transit"],
  details: Object.keys(states),
};

describe("what may be changed when", () => {
  const parts: [keyof typeof open, () => object][] = [
    ["details", () => ({ reference: "changed", metadata: { a: "b" } })],
    ["contacts", () => ({ delivery: { contact: { name: "Other" }, instructions: "Back door" } })],
    ["windows", () => ({ pickup: { window: window() } })],
    ["addresses", () => ({ delivery: { address: { line1: "Other Street 5", postal_code: "10969" } } })],
  ];
  test.each(Object.keys(states))("%s", async (state) => {
    const id = await states[state]?.();
    expect(id).toBeString();
    if (id === undefined) return;
    const before = await read(id);
    expect(before.status).toBe(state);
    for (const [part, change] of parts) {
      const rows = await settledRows(server);
      const body = change();
      const answer = await patch(id, body);
      if (open[part].includes(state)) {
        expect(`${part} ${answer.status}`).toBe(`${part} 200`);
        expect(answer.body).toMatchObject(body);
        expect(answer.headers.get("etag")).toBe(`"${answer.body.version}"`);
        if (part === "contacts" || part === "details") expect(await read(id)).toEqual(answer.body);
      } else {
        expectProblem(server, answer, {
          status: 409,
          code: "shipment_not_editable",
          members: ["shipment_status"],
        });
        expect(answer.body.shipment_status).toBe(state);
        expect(databaseRows(server)).toEqual(rows);
      }
    }
  });
});

describe("a merge patch", () => {
  test("keeps what it does not name and removes what is null", async () => {
    const { shipment } = await createQuoted(account.sandbox, {
      reference: "R",
      metadata: { a: "1", b: "2" },
    });
    const first = await patch(shipment.id, {
      metadata: { b: null, c: "3" },
      pickup: { contact: { phone: null, email: "a@example.com" }, instructions: "Ring" },
    });
    expect(first.body.reference).toBe("R");
    expect(first.body.metadata).toEqual({ a: "1", c: "3" });
    expect(first.body.pickup).toEqual({
      ...shipment.pickup,
      instructions: "Ring",
      contact: { ...shipment.pickup.contact, phone: null, email: "a@example.com" },
    });
    expect(first.body.delivery).toEqual(shipment.delivery);
    const second = await patch(shipment.id, {
      reference: null,
      metadata: null,
      pickup: { instructions: null },
    });
    expect([second.body.reference, second.body.metadata, second.body.pickup.instructions]).toEqual([
      null,
      {},
      null,
    ]);
  });

  test("as application/merge-patch+json is the same", async () => {
    const { shipment } = await createQuoted(account.sandbox);
    const answer = await patch(
      shipment.id,
      { reference: "M" },
      { "content-type": "application/merge-patch+json" },
    );
    expect([answer.status, answer.body.reference]).toEqual([200, "M"]);
  });

  test("is found by its new reference and name, and no longer by the old", async () => {
    const { shipment } = await createQuoted(account.sandbox, { reference: "before-it" });
    await patch(shipment.id, { reference: "after-it", delivery: { contact: { name: "Zoë" } } });
    const found = async (q: string) =>
      (await account.sandbox.get(`${path}?q=${encodeURIComponent(q)}`)).body.data.length;
    expect([await found("before-it"), await found("after-it"), await found("zoë")]).toEqual([0, 1, 1]);
  });

  test("that changes nothing makes no version, no event and no row", async () => {
    const { shipment } = await createQuoted(account.sandbox, {
      reference: "R",
      metadata: { a: "1" },
      pickup: {
        contact: { name: "A", phone: "+4930123456" },
        address: { line1: "1", city: "Berlin", country: "DE" },
        window: window(),
      },
    });
    const before = await read(shipment.id);
    const rows = await settledRows(server);
    const same = {
      reference: "R",
      metadata: { a: "1", missing: null },
      pickup: { contact: { name: "A" }, instructions: null, window: before.pickup.window },
      delivery: {},
    };
    for (const body of [same, {}, { pickup: { window: {} } }]) {
      const answer = await patch(shipment.id, body);
      expect(answer.body).toEqual(before);
    }
    expect(databaseRows(server)).toEqual(rows);
  });

  test("makes one version and one event, which carries the shipment as it is then", async () => {
    const { shipment } = await createQuoted(account.sandbox);
    const before = await read(shipment.id);
    const answer = await patch(shipment.id, { reference: "R", delivery: { instructions: "Up" } });
    expect(answer.body.version).toBe(before.version + 1);
    const { body } = await account.sandbox.get(`${path}/${shipment.id}/events`);
    expect(body.data.map((event: { type: string }) => event.type)).toEqual([
      "shipment.created",
      "shipment.quoted",
      "shipment.updated",
    ]);
    expect(body.data[2].data).toEqual({ shipment: answer.body, sequence: 3, previous_status: "quoted" });
    const tracking = await account.sandbox.get(`${platform}/tracking/${shipment.id}`);
    expect(tracking.body.entries).toHaveLength(2);
  });

  test("of a window asks the carriers again and withdraws their offers; of anything else it does not", async () => {
    const { shipment, quotes } = await createQuoted(account.sandbox);
    await patch(shipment.id, { reference: "R", delivery: { instructions: "Up" } });
    const offers = async () => (await account.sandbox.get(`${path}/${shipment.id}/quotes`)).body;
    expect((await offers()).data).toEqual(quotes);
    await patch(shipment.id, { delivery: { window: { start: inHours(30), end: inHours(32) } } });
    const renewed = (await offers()).data;
    expect(renewed).toHaveLength(quotes.length);
    for (const quote of renewed) expect(quotes.map(({ id }: { id: string }) => id)).not.toContain(quote.id);
    const late = await account.sandbox.post(`${path}/${shipment.id}/assignments`, { quote_id: quotes[0].id });
    expectProblem(server, late, { status: 409, code: "quote_not_open" });
    expect(await eventTypes(shipment.id)).toEqual([
      "shipment.created",
      "shipment.quoted",
      "shipment.updated",
      "shipment.updated",
      "shipment.quoted",
    ]);
  });

  test("of an address asks the carriers again, and the distance follows", async () => {
    const { shipment, quotes } = await createQuoted(account.sandbox);
    const quotesOf = async () => (await account.sandbox.get(`${path}/${shipment.id}/quotes`)).body.data;
    const far = { line1: "Marienplatz 1", city: "München", postal_code: "80331" };
    const moved = await patch(shipment.id, {
      delivery: { address: { ...far, latitude: 48.1372, longitude: 11.5756 } },
    });
    expect(moved.body.delivery.address).toEqual({
      ...shipment.delivery.address,
      ...far,
      latitude: 48.1372,
      longitude: 11.5756,
      geocode_source: "client",
      area: { latitude: expect.closeTo(48.1, 1), longitude: expect.closeTo(11.6, 1), radius_meters: 5000 },
    });
    expect(moved.body.distance_meters).toBeGreaterThan(450_000);
    const renewed = await quotesOf();
    const known = quotes.map(({ id }: { id: string }) => id);
    for (const quote of renewed) expect(known).not.toContain(quote.id);
    const late = await account.sandbox.post(`${path}/${shipment.id}/assignments`, { quote_id: known[0] });
    expectProblem(server, late, { status: 409, code: "quote_not_open" });

    const same = await patch(shipment.id, { delivery: { address: { ...far, state: null } } });
    expect(same.body.version).toBe((await read(shipment.id)).version);
    expect(await quotesOf()).toEqual(renewed);
  });

  test.each([
    ["address", () => ({ address: { line1: "Other Street 5" } })],
    ["window", () => ({ window: { start: inHours(30), end: inHours(32) } })],
  ])("of the %s of an expired shipment starts it over with new quotes", async (_part, change) => {
    const id = (await states.expired?.()) ?? "";
    const offers = async () => (await account.sandbox.get(`${path}/${id}/quotes`)).body.data;
    const former = (await offers()).map(({ id }: { id: string }) => id);
    const answer = await patch(id, { delivery: change() });
    expect([answer.status, answer.body.status]).toEqual([200, "created"]);
    const renewed = await offers();
    expect(renewed).toHaveLength(former.length);
    for (const quote of renewed) {
      expect(quote.status).toBe("open");
      expect(former).not.toContain(quote.id);
    }
    expect(await eventTypes(id)).toEqual([
      "shipment.created",
      "shipment.quoted",
      "shipment.expired",
      "shipment.updated",
      "shipment.quoted",
    ]);
    const tracking = await account.sandbox.get(`${platform}/tracking/${id}`);
    expect(tracking.body.entries.map(({ status }: { status: string }) => status)).toEqual([
      "created",
      "quoted",
      "expired",
      "created",
      "quoted",
    ]);
  });

  test("of an address without coordinates does not keep those of the old one", async () => {
    const { shipment } = await createQuoted(account.sandbox);
    const pickup = (answer: Answer) => answer.body.pickup.address;
    const town = pickup(
      await patch(shipment.id, { pickup: { address: { city: "Potsdam", postal_code: null } } }),
    );
    expect([town.geocode_source, town.latitude]).toEqual(["town", expect.closeTo(52.4, 0.7)]);
    const placed = { latitude: 52.39, longitude: 13.06 };
    const exact = pickup(await patch(shipment.id, { pickup: { address: placed } }));
    expect(exact).toEqual({ ...town, ...placed, geocode_source: "client", geocode_precision: null });
    const nowhere = { city: "Nowhere at all", country: "DE" };
    const lost = await patch(shipment.id, { pickup: { address: nowhere } });
    expect([pickup(lost).geocode_source, pickup(lost).latitude, lost.body.distance_meters]).toEqual([
      "country",
      null,
      null,
    ]);
    const removed = await patch(shipment.id, {
      pickup: { address: { city: "Potsdam", latitude: null, longitude: null } },
    });
    expect(pickup(removed)).toEqual(town);
  });

  test("of one side of a window keeps the other", async () => {
    const { shipment } = await createQuoted(account.sandbox);
    const wanted = window();
    await patch(shipment.id, { pickup: { window: wanted } });
    const later = inHours(8);
    const answer = await patch(shipment.id, { pickup: { window: { end: later } } });
    expect(answer.body.pickup.window).toEqual({ start: wanted.start, end: later });
    expect((await patch(shipment.id, { pickup: { window: null } })).body.pickup.window).toBeNull();
  });
});

describe("a wrong patch", () => {
  const long = "k".repeat(41);
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`n${key}`, ""]));
  const wrong: [string, () => object, Record<string, string>][] = [
    ["an unknown field", () => ({ weight: 1 }), { "#/weight": "unknown_field" }],
    ["a field nobody may change", () => ({ status: "delivered" }), { "#/status": "unknown_field" }],
    ["parcels", () => ({ parcels: [] }), { "#/parcels": "min_items" }],
    ["no address", () => ({ pickup: { address: null } }), { "#/pickup/address": "type" }],
    ["no town", () => ({ pickup: { address: { city: null } } }), { "#/pickup/address/city": "type" }],
    [
      "a country that is none",
      () => ({ pickup: { address: { country: "XX" } } }),
      { "#/pickup/address/country": "format" },
    ],
    [
      "half a place",
      () => ({ delivery: { address: { latitude: 1 } } }),
      { "#/delivery/address/longitude": "coordinate_missing" },
    ],
    [
      "a place that nobody can have found",
      () => ({ delivery: { address: { geocode_source: "guess" } } }),
      { "#/delivery/address/geocode_source": "enum" },
    ],
    ["no name", () => ({ pickup: { contact: { name: null } } }), { "#/pickup/contact/name": "type" }],
    ["a blank name", () => ({ pickup: { contact: { name: " " } } }), { "#/pickup/contact/name": "pattern" }],
    ["no contact", () => ({ pickup: { contact: null } }), { "#/pickup/contact": "type" }],
    [
      "half a window",
      () => ({ pickup: { window: { start: inHours(1) } } }),
      { "#/pickup/window/end": "required" },
    ],
    ["no side of a window", () => ({ pickup: { window: { end: null } } }), { "#/pickup/window/end": "type" }],
    [
      "a window upside down",
      () => ({ delivery: { window: { start: inHours(4), end: inHours(3) } } }),
      { "#/delivery/window/end": "window_too_short" },
    ],
    [
      "a window in the past",
      () => ({ delivery: { window: { start: inHours(-4), end: inHours(-3) } } }),
      { "#/delivery/window/end": "window_in_past" },
    ],
    [
      "a delivery window that ends before the pickup's begins",
      () => ({
        pickup: { window: { start: inHours(4), end: inHours(6) } },
        delivery: { window: { start: inHours(2), end: inHours(3) } },
      }),
      { "#/delivery/window/end": "contradictory" },
    ],
    ["a key of 41", () => ({ metadata: { [long]: "" } }), { [`#/metadata/${long}`]: "key_length" }],
    ["a value of 501", () => ({ metadata: { k: "v".repeat(501) } }), { "#/metadata/k": "max_length" }],
    ["a number as value", () => ({ metadata: { k: 1 } }), { "#/metadata/k": "type" }],
    ["a 51st key", () => ({ metadata: many }), { "#/metadata": "max_properties" }],
  ];
  test.each(wrong)("%s", async (_name, body, at) => {
    const { shipment } = await createQuoted(account.sandbox, { metadata: { first: "" } });
    const rows = await settledRows(server);
    expectProblem(server, await patch(shipment.id, body()), { status: 422, code: "validation_failed", at });
    expect(databaseRows(server)).toEqual(rows);
  });

  test("is invalid whether or not the shipment is there", async () => {
    const answer = await patch("shp_none", { pickup: { address: { latitude: 1 } } });
    const at = { "#/pickup/address/longitude": "coordinate_missing" };
    expectProblem(server, answer, { status: 422, code: "validation_failed", at });
  });

  test("removing keys makes room for others in the same patch", async () => {
    const { shipment } = await createQuoted(account.sandbox, { metadata: { first: "" } });
    const answer = await patch(shipment.id, {
      metadata: { ...Object.fromEntries(Object.entries(many).slice(1)), first: null, last: "" },
    });
    expect(Object.keys(answer.body.metadata)).toHaveLength(50);
  });
});

describe("versions", () => {
  test.each(["2", 'W/"2"', "later"])("an If-Match that can match nothing is told so: %s", async (tag) => {
    const { shipment } = await createQuoted(account.sandbox);
    const rows = await settledRows(server);
    const answer = await patch(shipment.id, { reference: "one" }, { "if-match": tag });
    expectProblem(server, answer, { status: 412, code: "precondition_failed" });
    expect(answer.body.detail).toContain('in double quotes and without W/, such as "2"');
    expect(databaseRows(server)).toEqual(rows);
  });

  test("If-Match lets one of two writers win", async () => {
    const { shipment } = await createQuoted(account.sandbox);
    const { version } = await read(shipment.id);
    const match = { "if-match": `"${version}"` };
    const first = await patch(shipment.id, { reference: "one" }, match);
    expect(first.status).toBe(200);
    const rows = await settledRows(server);
    const second = await patch(shipment.id, { reference: "two" }, match);
    expectProblem(server, second, { status: 412, code: "precondition_failed" });
    expect(databaseRows(server)).toEqual(rows);
  });

  test("If-Match takes any version, a list, and no weak ones", async () => {
    const { shipment } = await createQuoted(account.sandbox);
    const { version } = await read(shipment.id);
    const status = async (header: string) => (await patch(shipment.id, {}, { "if-match": header })).status;
    expect(await status("*")).toBe(200);
    expect(await status(`"x", "${version}"`)).toBe(200);
    expect(await status(`W/"${version}"`)).toBe(412);
    expect(await status(String(version))).toBe(412);
    expect(await status('"0"')).toBe(412);
  });

  test("If-None-Match answers 304 without a body while nothing has changed", async () => {
    const { shipment } = await createQuoted(account.sandbox);
    const one = `${path}/${shipment.id}`;
    const etag = (await account.sandbox.get(one)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"\d+"$/);
    for (const header of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const answer = await account.sandbox.get(one, { "if-none-match": header });
      expect([answer.status, answer.text, answer.headers.get("etag")]).toEqual([304, "", etag]);
      expect(answer.headers.get("cache-control")).toBe("private, no-cache");
    }
    expect((await account.sandbox.get(one, { "if-none-match": '"0"' })).status).toBe(200);
    await patch(shipment.id, { reference: "changed" });
    const changed = await account.sandbox.get(one, { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(etag);
  });
});
