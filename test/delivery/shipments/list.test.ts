import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { shipmentsByState } from "../../../src/delivery/shipments/store.ts";
import { nextMillisecond } from "../../support/clock.ts";
import { createAssigned, createShipment, platform } from "../../support/fixtures.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../../support/harness.ts";

interface Shipment {
  id: string;
  reference: string;
  tracking_number: string;
  status: string;
  created_at: string;
  delivery: { contact: { name: string } };
  assignment: { carrier: { id: string } } | null;
}

let server: TestServer;
let account: TestAccount;
/** Newest first, as the list has them. */
let all: Shipment[];

const path = `${platform}/shipments`;
const count = 23;
const ids = (answer: Answer): string[] => answer.body.data.map((entry: Shipment) => entry.id);

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  const made: Shipment[] = [];
  for (let number = 0; number < count; number += 1) {
    const name = number % 5 === 0 ? "Ünal & Sons" : `Shop ${number}`;
    made.push(
      await createShipment(account.sandbox, {
        reference: number % 2 === 0 ? "even" : `ODD_${number}%`,
        delivery: { contact: { name }, address: { line1: "1", city: "Berlin", country: "DE" } },
        simulation: { outcome: "no_carriers" },
      }),
    );
    await nextMillisecond();
  }
  const { shipment } = await createAssigned(account.sandbox, { reference: "assigned" });
  const cancelled = await createShipment(account.sandbox, { reference: "cancelled" });
  await account.sandbox.post(`${path}/${cancelled.id}/cancellation`, {});
  made.push(shipment, cancelled);
  const read = await Promise.all(made.map(({ id }) => account.sandbox.get(`${path}/${id}`)));
  all = read.map((answer) => answer.body).reverse();
  // Somebody else's must not show.
  await createShipment((await server.account()).sandbox, { reference: "even" });
  await createShipment(account.live, { reference: "even" });
});
afterAll(() => server.stop());

async function listed(query: Record<string, string>): Promise<string[]> {
  const answer = await account.sandbox.get(`${path}?${new URLSearchParams({ limit: "100", ...query })}`);
  expect(answer.status).toBe(200);
  expect(answer.body.has_more).toBe(false);
  expect(answer.body.next_cursor).toBeNull();
  expect(answer.headers.get("link")).toBeNull();
  return ids(answer);
}

test("how many are in each state now is counted, of one's own", async () => {
  const { status, body } = await account.sandbox.get(`${path}/statistics`);
  expect(status).toBe(200);
  expect(body).toEqual({
    environment: "sandbox",
    by_status: {
      created: count,
      quoted: 0,
      assigned: 1,
      in_transit: 0,
      delivered: 0,
      cancelled: 1,
      expired: 0,
      failed: 0,
      returning: 0,
      returned: 0,
    },
  });
});

test("as many as could take long to count are counted up to a bound", () => {
  const store = shipmentsByState(server.deps.stores.platform("sandbox").db);
  expect(store.countIn(account.accountId, "created", count - 1)).toBe(count - 1);
  expect(store.countIn(account.accountId, "created", count + 1)).toBe(count);
});

const chosen = (choose: (shipment: Shipment) => boolean) => all.filter(choose).map(({ id }) => id);

describe("the list", () => {
  test("is newest first, whole, and each entry is what reading it alone gives", async () => {
    const answer = await account.sandbox.get(`${path}?limit=100`);
    expect(answer.body.data).toEqual(all);
  });

  test("has 20 entries unless asked for more", async () => {
    const answer = await account.sandbox.get(path);
    expect(ids(answer)).toEqual(all.slice(0, 20).map(({ id }) => id));
    expect(answer.body.has_more).toBe(true);
  });

  test("of an account without any is an empty list", async () => {
    const { body } = await (await server.account()).sandbox.get(path);
    expect(body).toEqual({ data: [], has_more: false, next_cursor: null });
  });

  test.each([1, 4, 24, 25])("in pages of %p shows every row once, in order", async (limit) => {
    const seen: string[] = [];
    let next: string | null = `${path}?limit=${limit}`;
    for (let pages = 0; next !== null && pages <= all.length; pages += 1) {
      const answer: Answer = await account.sandbox.get(next);
      const { data, has_more, next_cursor } = answer.body;
      expect(data.length).toBeGreaterThan(0);
      seen.push(...ids(answer));
      const link = answer.headers.get("link");
      expect(link === null).toBe(next_cursor === null);
      expect(has_more).toBe(next_cursor !== null);
      next = link && (/^<([^>]+)>; rel="next"$/.exec(link)?.[1] ?? "no link");
      if (next_cursor !== null) expect(next).toContain(`cursor=${next_cursor}`);
      if (next !== null) expect(data.length).toBe(limit);
    }
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  test("goes on where it was when new ones are made meanwhile", async () => {
    const other = await server.account();
    const first = await createShipment(other.sandbox);
    const second = await createShipment(other.sandbox);
    const page = await other.sandbox.get(`${path}?limit=1`);
    expect(ids(page)).toEqual([second.id]);
    await createShipment(other.sandbox);
    const following = await other.sandbox.get(`${path}?limit=1&cursor=${page.body.next_cursor}`);
    expect(ids(following)).toEqual([first.id]);
  });

  test("the link keeps the filters, and its pages hold what they let through", async () => {
    const first = await account.sandbox.get(`${path}?limit=5&reference=even&q=shop`);
    const link = /^<([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    expect(link).toContain("reference=even");
    expect(link).toContain("q=shop");
    const second = await account.sandbox.get(link);
    const wanted = chosen(({ reference }) => reference === "even");
    expect(wanted).toHaveLength(12);
    expect([...ids(first), ...ids(second)]).toEqual(wanted.slice(0, 10));
  });
});

describe("the filter", () => {
  test("status takes one or several", async () => {
    expect(await listed({ status: "created" })).toEqual(chosen(({ status }) => status === "created"));
    expect(await listed({ status: "assigned" })).toEqual(chosen(({ status }) => status === "assigned"));
    expect(await listed({ status: "cancelled,assigned" })).toEqual(
      chosen(({ status }) => status === "assigned" || status === "cancelled"),
    );
    expect(await listed({ status: "delivered" })).toEqual([]);
    expect(chosen(({ status }) => status === "created")).toHaveLength(count);
  });

  test("reference is exact", async () => {
    expect(await listed({ reference: "even" })).toEqual(chosen(({ reference }) => reference === "even"));
    for (const reference of ["eve", "Even", "even ", "e%", "%", "_ven"]) {
      expect(await listed({ reference })).toEqual([]);
    }
  });

  test("created_after and created_before cut the list in two", async () => {
    const middle = all[10]?.created_at ?? "";
    const after = await listed({ created_after: middle });
    const before = await listed({ created_before: middle });
    expect(after).toEqual(chosen(({ created_at }) => created_at >= middle));
    expect(before).toEqual(chosen(({ created_at }) => created_at < middle));
    expect(after.length + before.length).toBe(all.length);
    const inBerlin = `${new Date(Date.parse(middle) + 3_600_000).toISOString().slice(0, -1)}+01:00`;
    expect(await listed({ created_after: inBerlin })).toEqual(after);
  });

  test("carrier_id is the carrier that has it", async () => {
    const [assigned] = all.filter(({ status }) => status === "assigned");
    const carrierId = assigned?.assignment?.carrier.id ?? "";
    expect(await listed({ carrier_id: carrierId })).toEqual([assigned?.id ?? ""]);
    expect(await listed({ carrier_id: "car_01m7x5rdwme1ct34p92xd7wpnk" })).toEqual([]);
  });

  test("q looks into reference, tracking number and names, without regard to case, and takes % and _ as they are", async () => {
    const [newest] = all;
    expect(await listed({ q: newest?.tracking_number.toLowerCase() ?? "" })).toEqual([newest?.id ?? ""]);
    expect(await listed({ q: "ÜNAL" })).toHaveLength(5);
    expect(await listed({ q: "odd_1%" })).toEqual(chosen(({ reference }) => reference === "ODD_1%"));
    expect(await listed({ q: "d_1" })).toEqual(chosen(({ reference }) => reference.startsWith("ODD_1")));
    expect(await listed({ q: "%" })).toEqual(chosen(({ reference }) => reference.includes("%")));
    expect(await listed({ q: "even" })).toEqual(chosen(({ reference }) => reference === "even"));
    expect(await listed({ q: "book shop" })).toEqual(all.map(({ id }) => id));
    expect(await listed({ q: "Torstr" })).toEqual([]);
    expect(await listed({ q: "\\" })).toEqual([]);
  });

  test("several hold together", async () => {
    expect(await listed({ status: "created", reference: "even", q: "ünal" })).toEqual(
      chosen(({ reference, delivery }) => reference === "even" && delivery.contact.name === "Ünal & Sons"),
    );
  });
});
