import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { listShipments } from "../../../../src/delivery/orders/shipments/list.ts";
import { nextMillisecond } from "../../../support/clock.ts";
import { startDriverWorld } from "../../../support/driver-jobs.ts";
import { callerOf, createShipment, platform } from "../../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { scansOf, watchStatements } from "../../../support/statements.ts";

/** Lists of what changed since a time, and of what is delivered within a span. */

interface Shipment {
  id: string;
  version: number;
  updated_at: string;
  created_at: string;
  delivery: { window: { start: string } | null };
}

let server: TestServer;
let account: TestAccount;
let client: Client;
const path = `${platform}/shipments`;
const ids = (answer: Answer): string[] => answer.body.data.map(({ id }: Shipment) => id);
const minuteMs = 60_000;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  client = account.sandbox;
});
afterAll(() => server.stop());

async function read(query: Record<string, string>): Promise<Shipment[]> {
  const answer = await client.get(`${path}?${new URLSearchParams({ limit: "100", ...query })}`);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return answer.body.data;
}
const idsOf = async (query: Record<string, string>) => (await read(query)).map(({ id }) => id);

/** All pages of a list. */
async function walk(query: Record<string, string>): Promise<Shipment[]> {
  const found: Shipment[] = [];
  let next: string | null = `${path}?${new URLSearchParams(query)}`;
  for (let pages = 0; next !== null && pages < 100; pages += 1) {
    const answer: Answer = await client.get(next);
    expect(answer.status).toBe(200);
    found.push(...answer.body.data);
    next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1] ?? null;
  }
  return found;
}

describe("updated_after", () => {
  test("lists what changed at this time or later, oldest change first, page by page", async () => {
    const made: Shipment[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.push(await createShipment(client, { simulation: { outcome: "no_carriers" } }));
      await nextMillisecond();
    }
    const [first, second, third] = made;
    const since = (await client.get(`${path}/${made[3]?.id}`)).body.updated_at;
    await client.patch(`${path}/${second?.id}`, { reference: "changed later" });
    await nextMillisecond();
    await client.patch(`${path}/${first?.id}`, { reference: "changed last" });
    const wanted = [made[3], made[4], second, first].map((one) => one?.id ?? "");
    expect(await idsOf({ updated_after: since })).toEqual(wanted);
    expect((await walk({ updated_after: since, limit: "1" })).map(({ id }) => id)).toEqual(wanted);
    expect(await idsOf({ sort: "updated" })).toEqual([third?.id ?? "", ...wanted]);
    // Another order leaves the filter as it is.
    expect(await idsOf({ updated_after: since, sort: "newest" })).toEqual(
      [made[4], made[3], second, first].map((one) => one?.id ?? ""),
    );
    expect(await idsOf({ updated_after: since, reference: "changed last" })).toEqual([first?.id ?? ""]);
    expect(await idsOf({ updated_after: since, q: "changed" })).toEqual([second?.id ?? "", first?.id ?? ""]);
    const inBerlin = `${new Date(Date.parse(since) + 60 * minuteMs).toISOString().slice(0, -1)}+01:00`;
    expect(await idsOf({ updated_after: inBerlin })).toEqual(wanted);
    const others = (await server.account()).sandbox;
    expect(ids(await others.get(`${path}?updated_after=${since}`))).toEqual([]);
  });

  test("a report that comes late is a change of now, and what happened keeps its time", async () => {
    const world = await startDriverWorld();
    const time = (seconds = 0) => new Date(world.clock.now() + seconds * 1000).toISOString();
    const trip = await world.accept();
    await world.give(world.kim, trip);
    world.clock.advance(600);
    const [result] = await world.send(world.phones.kim, [
      {
        id: "late",
        assignment_id: trip.assignmentId,
        at: time(-300),
        type: "progress",
        substatus: "picked_up",
      },
    ]);
    expect(result?.result).toBe("applied");
    const { body } = await world.account.sandbox.get(`${path}?updated_after=${time()}`);
    expect(
      body.data.map(({ id, updated_at, picked_up_at }: Answer["body"]) => [id, updated_at, picked_up_at]),
    ).toEqual([[trip.id, time(), time(-300)]]);
    await world.server.stop();
  });

  test("who polls from a second before the last change sees the last version of each, whatever changes meanwhile", async () => {
    const seen = new Map<string, number>();
    let last: string | undefined;
    const poll = async () => {
      const since = last && new Date(Date.parse(last) - 1_000).toISOString();
      const found = await walk({ sort: "updated", limit: "3", ...(since && { updated_after: since }) });
      for (const { id, version, updated_at } of found) {
        seen.set(id, version);
        last = updated_at;
      }
    };
    const made = await Promise.all(Array.from({ length: 12 }, () => createShipment(client)));
    for (let round = 0; round < 6; round += 1) {
      await Promise.all([
        poll(),
        ...made.map(({ id }: Shipment, index: number) =>
          client.patch(`${path}/${id}`, { reference: `${round} of ${index}` }),
        ),
      ]);
    }
    await poll();
    for (const { id } of made) {
      const { version } = (await client.get(`${path}/${id}`)).body;
      expect([id, seen.get(id)]).toEqual([id, version]);
    }
  });
});

describe("delivery_after and delivery_before", () => {
  const dayMs = 24 * 60 * minuteMs;
  const at = (days: number, hours = 12) =>
    new Date(
      Math.floor(server.deps.clock.now() / dayMs + days) * dayMs + hours * 60 * minuteMs,
    ).toISOString();
  const withWindow = (days: number, hours: number, reference: string) =>
    createShipment(client, {
      reference,
      delivery: {
        contact: { name: "Alex" },
        address: { line1: "Torstr. 1", city: "Berlin", country: "DE" },
        window: { start: at(days, hours), end: at(days, hours + 2) },
      },
    });

  test("find the windows that begin in a span, in their order", async () => {
    const late = await withWindow(3, 15, "a");
    const early = await withWindow(3, 9, "b");
    const next = await withWindow(4, 0, "b");
    const without = await createShipment(client);
    const day = { delivery_after: at(3, 0), delivery_before: at(4, 0) };
    expect(await idsOf(day)).toEqual([early.id, late.id]);
    expect((await walk({ ...day, limit: "1" })).map(({ id }) => id)).toEqual([early.id, late.id]);
    expect(await idsOf({ delivery_after: at(3, 0) })).toEqual([early.id, late.id, next.id]);
    expect(await idsOf({ delivery_before: at(3, 10) })).toEqual([early.id]);
    expect(await idsOf({ sort: "delivery" })).toEqual([early.id, late.id, next.id]);
    expect(await idsOf({ ...day, sort: "newest" })).toEqual([early.id, late.id]);
    expect(await idsOf({ ...day, sort: "oldest" })).toEqual([late.id, early.id]);
    expect(await idsOf({ ...day, reference: "b" })).toEqual([early.id]);
    expect(await idsOf({ ...day, status: "cancelled" })).toEqual([]);
    expect(await idsOf({ ...day, updated_after: late.created_at })).toEqual([late.id, early.id]);
    expect(await idsOf({ ...day, created_after: early.created_at })).toEqual([early.id]);
    expect((await read({ sort: "newest" })).map(({ id }) => id)).toContain(without.id);
    // The same instant, as another zone writes it.
    const offset = `${new Date(Date.parse(at(3, 0)) + 120 * minuteMs).toISOString().slice(0, -1)}+02:00`;
    expect(await idsOf({ ...day, delivery_after: offset })).toEqual([early.id, late.id]);
  });

  test("a window that moves takes the shipment along, and one that goes takes it out", async () => {
    const day = { delivery_after: at(10, 0), delivery_before: at(11, 0) };
    const { id } = await withWindow(9, 9, "moving");
    expect(await idsOf(day)).toEqual([]);
    await client.patch(`${path}/${id}`, { delivery: { window: { start: at(10, 9), end: at(10, 11) } } });
    expect(await idsOf(day)).toEqual([id]);
    await client.patch(`${path}/${id}`, { delivery: { window: null } });
    expect(await idsOf(day)).toEqual([]);
  });

  test("as CSV, too", async () => {
    const { id } = await withWindow(20, 9, "in the file");
    const query = new URLSearchParams({ delivery_after: at(20, 0), delivery_before: at(21, 0) });
    const { text } = await client.get(`${path}?${query}`, { accept: "text/csv" });
    expect(
      text
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.slice(0, line.indexOf(","))),
    ).toEqual([id]);
  });

  test("an end before the beginning is refused", async () => {
    for (const [after, before] of [
      ["delivery_after", "delivery_before"],
      ["created_after", "created_before"],
    ]) {
      const refused = await client.get(`${path}?${after}=${at(4)}&${before}=${at(3)}`);
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        [{ parameter: before, code: "contradictory", detail: `must be later than ${after}` }],
      ]);
    }
  });
});

describe("in every order, with every span", () => {
  const orders = ["newest", "oldest", "due", "updated", "delivery"] as const;
  const near = () => new Date(server.deps.clock.now() - 60 * minuteMs).toISOString();
  const far = () => new Date(server.deps.clock.now() + 100_000 * minuteMs).toISOString();
  const filters = (): Record<string, string>[] => [
    {},
    { updated_after: near() },
    { created_after: near(), created_before: far() },
    { delivery_after: near(), delivery_before: far() },
    { delivery_before: far(), updated_after: near(), created_after: near(), status: "quoted,created" },
    { updated_after: near(), q: "moving" },
    { updated_after: near(), without_driver: "true" },
  ];

  test("no statement scans the table", async () => {
    const watch = watchStatements();
    for (const sort of orders)
      for (const filter of filters()) {
        watch.take();
        await read({ ...filter, sort });
        const scans = watch.take().flatMap(scansOf);
        expect([sort, filter, scans]).toEqual([sort, filter, []]);
      }
    watch.stop();
  });

  test("pages that may scan few rows have together what a whole one has, in its order", async () => {
    const caller = callerOf(account.accountId, "sandbox");
    for (const sort of orders)
      for (const filter of filters()) {
        const found: string[] = [];
        let cursor: string | null | undefined;
        while (cursor !== null) {
          const query = { ...filter, sort, limit: 2, ...(cursor && { cursor }) };
          const page = listShipments(server.deps, caller, query, { texts: 4, shipments: 3 });
          found.push(...page.data.map(({ id }) => id));
          cursor = page.next_cursor;
        }
        expect([sort, filter, found]).toEqual([sort, filter, await idsOf({ ...filter, sort })]);
      }
  });
});
