import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { streamCsv } from "../../../../src/api/csv.ts";
import { beginExporting } from "../../../../src/api/export-lock.ts";
import { listShipments } from "../../../../src/delivery/orders/shipments/list.ts";
import { shipmentsByState } from "../../../../src/delivery/orders/shipments/store.ts";
import type { Deps } from "../../../../src/infra/deps.ts";
import type { Played } from "../../../../src/infra/http/principal.ts";
import { nextMillisecond } from "../../../support/clock.ts";
import {
  advance,
  callerOf,
  createAssigned,
  createShipment,
  kreuzberg,
  platform,
} from "../../../support/fixtures.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

interface Shipment {
  id: string;
  reference: string;
  tracking_number: string;
  status: string;
  created_at: string;
  delivery: { contact: { name: string }; window: { end: string } | null };
  estimated_delivery_at: string | null;
  estimated_pickup_at: string | null;
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
        delivery: {
          contact: { name, phone: `+49151234567${String(number).padStart(2, "0")}` },
          address: { line1: `Ösestr. ${number}`, city: number % 4 === 0 ? "Köln" : "Mainz", country: "DE" },
        },
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
    without_driver: 0,
  });
});

test("as many as could take long to count are counted up to a bound", () => {
  const store = shipmentsByState(server.deps.stores.platform("sandbox").db);
  expect(store.countIn(account.accountId, "created", count - 1)).toBe(count - 1);
  expect(store.countIn(account.accountId, "created", count + 1)).toBe(count);
});

const isNumbered = ({ status }: Shipment) => status === "created";
const numberOf = (shipment: Shipment) => count - 1 - all.filter(isNumbered).indexOf(shipment);

const chosen = (choose: (shipment: Shipment) => boolean) => all.filter(choose).map(({ id }) => id);

/** When it expires, or the driver is expected: these have no windows. */
function dueOf({ status, created_at, estimated_pickup_at }: Shipment): string | null {
  const expiryMs = server.deps.config.shipmentExpirySeconds * 1000;
  if (status === "created") return new Date(Date.parse(created_at) + expiryMs).toISOString();
  return estimated_pickup_at;
}

describe("the list", () => {
  test("is newest first, whole, and each entry is what reading it alone gives, with when it arrives", async () => {
    const answer = await account.sandbox.get(`${path}?limit=100`);
    const tracking = await account.sandbox.get(`${platform}/tracking/${all[1]?.id}`);
    const expected = all.map((shipment, index) => {
      const isAssigned = index === 1;
      return {
        ...shipment,
        eta: isAssigned ? tracking.body.eta : null,
        setback: null,
        promised_delivery_at: isAssigned ? shipment.estimated_delivery_at : null,
        late_seconds: isAssigned ? 0 : null,
        due_at: dueOf(shipment),
      };
    });
    expect(tracking.body.eta.delivery).not.toBeNull();
    expect(answer.body.data).toEqual(expected);
  });

  test("goes the other way with sort, and no cursor turns round", async () => {
    const oldest = chosen(() => true).reverse();
    expect(await listed({ sort: "oldest" })).toEqual(oldest);
    expect(await listed({ sort: "newest" })).toEqual(oldest.toReversed());
    const first = await account.sandbox.get(`${path}?sort=oldest&limit=10`);
    const link = /^<([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    expect([...ids(first), ...ids(await account.sandbox.get(link))]).toEqual(oldest.slice(0, 20));
    for (const turned of [link.replace("oldest", "newest"), link.replace("sort=oldest&", "")]) {
      const refused = await account.sandbox.get(turned);
      expect([refused.status, refused.body.code]).toEqual([400, "cursor_invalid"]);
    }
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
    for (const reference of ["eve", "Even", "e%", "%", "_ven"]) {
      expect(await listed({ reference })).toEqual([]);
    }
    // As it would be stored.
    expect(await listed({ reference: " even " })).toEqual(await listed({ reference: "even" }));
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

  test("q finds street, town and phone number of the delivery, however the number is written", async () => {
    expect(await listed({ q: "ösestr. 7" })).toEqual(
      chosen(({ delivery }) => delivery.contact.name === "Shop 7"),
    );
    const inCologne = chosen((shipment) => isNumbered(shipment) && numberOf(shipment) % 4 === 0);
    expect(inCologne).toHaveLength(6);
    expect(await listed({ q: "KÖLN" })).toEqual(inCologne);
    const seventh = chosen((shipment) => isNumbered(shipment) && numberOf(shipment) === 7);
    expect(seventh).toHaveLength(1);
    for (const q of ["+49 151 234 567 07", "(0151) 234-567/07", "+49 (0)151 23456707", "0049 15123456707"])
      expect([q, await listed({ q })]).toEqual([q, seventh]);
    expect(await listed({ q: "0151 234 567 99" })).toEqual([]);
    // Every shipment would have the sender's own.
    expect(await listed({ q: "Torstr" })).toEqual([]);
  });

  test("q finds the email address of the recipient, in whatever case, and nothing of it once it is erased", async () => {
    const other = await server.account();
    const email = "Alex.Müßig@Example.com";
    const { shipment } = await createAssigned(other.sandbox, {
      delivery: { contact: { name: "Alex", email }, address: kreuzberg },
    });
    const found = async (q: string) => ids(await other.sandbox.get(`${path}?q=${encodeURIComponent(q)}`));
    for (const q of [email, "alex.müßig@example.com", "@example.com", "ALEX.MUSSIG@"])
      expect([q, await found(q)]).toEqual([q, [shipment.id]]);
    for (const q of ["alex@example.com", "example.org"]) expect([q, await found(q)]).toEqual([q, []]);
    await other.sandbox.patch(`${path}/${shipment.id}`, { delivery: { contact: { email: null } } });
    expect(await found("@example.com")).toEqual([]);
    await other.sandbox.patch(`${path}/${shipment.id}`, { delivery: { contact: { email } } });
    await advance(other.sandbox, shipment.id, "delivered");
    await other.sandbox.post(`${path}/${shipment.id}/redaction`);
    expect(await found("@example.com")).toEqual([]);
  });

  test("q finds what was changed since", async () => {
    const other = await server.account();
    const { id } = await createShipment(other.sandbox);
    const found = async (q: string) => ids(await other.sandbox.get(`${path}?q=${encodeURIComponent(q)}`));
    expect(await found("oranienstr. 25")).toEqual([id]);
    await other.sandbox.patch(`${path}/${id}`, { delivery: { contact: { phone: "+441514960123" } } });
    expect(await found("0151 4960123")).toEqual([id]);
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
    expect(await listed({ q: "\\" })).toEqual([]);
  });

  test("q finds what is written in another form: composed or not, in another case or width, with white space around", async () => {
    const other = await server.account();
    const made = async (name: string, line1 = "Torstr. 1") =>
      createShipment(other.sandbox, {
        delivery: { contact: { name, phone: "+4930123456" }, address: { ...kreuzberg, line1 } },
      });
    const composed = await made("Jürgen Müßig", "Łódzka 3");
    const capital = await made("JOHANNA GROẞ");
    const decomposed = await made("Ju\u0308rgen Mu\u0308ßig");
    const mira = await made("Mira  Test", "Οδός Ερμού 5");
    const both = [decomposed.id, composed.id];
    const found = async (q: string) => ids(await other.sandbox.get(`${path}?q=${encodeURIComponent(q)}`));
    const forms = [
      "müßig",
      "mu\u0308ßig",
      "MÜSSIG",
      "mussig",
      "ｍüßig",
      "MÜẞIG",
      " Müßig\t",
      "jürgen  müßig",
    ];
    for (const q of forms) expect([q, await found(q)]).toEqual([q, both]);
    for (const q of [" Mira", "mira test ", "Mira \u00a0Test", "ΟΔΟΣ ΕΡΜΟΥ", "οδος ερμου"])
      expect([q, await found(q)]).toEqual([q, [mira.id]]);
    for (const q of ["lodzka", "ŁÓDZKA"]) expect([q, await found(q)]).toEqual([q, [composed.id]]);
    for (const q of [`${mira.tracking_number} `, ` ${mira.tracking_number}\n`])
      expect([q, await found(q)]).toEqual([q, [mira.id]]);
    for (const q of ["٠٣٠ ١٢٣٤٥٦", "030–123456", "0049 (0)30 123456", " "])
      expect([q, await found(q)]).toEqual([q, [mira.id, decomposed.id, capital.id, composed.id]]);
    for (const q of ["GROẞ", "groß", "GROSS"]) expect([q, await found(q)]).toEqual([q, [capital.id]]);
    for (const q of ["musig", "´", "jurgenmussig"]) expect([q, await found(q)]).toEqual([q, []]);
  });

  test("q understands the code of a piece, and finds no shipment that has fewer", async () => {
    const other = await server.account();
    const parcels = [{ weight_grams: 10 }, { weight_grams: 10, quantity: 2 }];
    const { id, tracking_number: number } = await createShipment(other.sandbox, { parcels });
    const named = await createShipment(other.sandbox, { reference: `${number}-9` });
    const found = async (q: string) => ids(await other.sandbox.get(`${path}?q=${encodeURIComponent(q)}`));
    for (const q of [`${number}-1`, `${number.toLowerCase()}-3`, ` ${number} – 2`, `${number}3`])
      expect([q, await found(q)]).toEqual([q, [id]]);
    for (const q of [`${number}-0`, `${number}-4`, `${number}-44`, `${number}-x`])
      expect([q, await found(q)]).toEqual([q, []]);
    expect(await found(number)).toEqual([named.id, id]);
    expect(await found(`${number}-9`)).toEqual([named.id]);
  });

  test("several hold together", async () => {
    expect(await listed({ status: "created", reference: "even", q: "ünal" })).toEqual(
      chosen(({ reference, delivery }) => reference === "even" && delivery.contact.name === "Ünal & Sons"),
    );
  });
});

describe("as CSV", () => {
  const csvOf = (query: Record<string, string>, client = account.sandbox) =>
    client.get(`${path}?${new URLSearchParams(query)}`, { accept: "text/csv" });
  const idsOf = ({ text }: Answer) =>
    text
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.slice(0, line.indexOf(",")));

  test("it is the whole list with its filters, in one response", async () => {
    const answer = await csvOf({ limit: "2" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="shipments.csv"');
    expect(answer.headers.get("vary")).toContain("Accept");
    expect(idsOf(answer)).toEqual(chosen(() => true));
    const filters = { reference: "even", q: "shop", sort: "oldest" };
    expect(idsOf(await csvOf(filters))).toEqual(await listed(filters));
    expect(idsOf(await csvOf({ q: "nobody has this name" }))).toEqual([]);
    const refused = await csvOf({ status: "late" });
    expect([refused.status, refused.body.code]).toEqual([400, "query_invalid"]);
  });

  test("a cell has what the list has, and none is a formula", async () => {
    const other = await server.account();
    const { shipment, assignment } = await createAssigned(other.sandbox, {
      reference: "=1+1",
      delivery: {
        contact: { name: 'Ayşe "Ayla", Yıl' },
        address: { line1: "@SUM(A1)", city: "Köln", postal_code: "50667", country: "DE" },
      },
    });
    const [listedNow] = (await other.sandbox.get(path)).body.data;
    const [header, row] = (await csvOf({}, other.sandbox)).text.split("\r\n");
    expect(header).toBe(
      "id,tracking_number,reference,status,substatus,created_at,sender,pickup,recipient,delivery,delivery_country,promised_delivery_at,expected_delivery_at,expected_delivery_date,late_seconds,setback,setback_reason,delivered_at,carrier,service,driver,price_amount,currency,customer_price_amount,order_form_id,return_of,price_decimal",
    );
    expect(row).toStartWith(`${shipment.id},${shipment.tracking_number},'=1+1,assigned,`);
    expect(row).toContain(',"Ayşe ""Ayla"", Yıl","\'@SUM(A1), 50667 Köln",DE,');
    expect(row).toContain(`,${listedNow.promised_delivery_at},${listedNow.eta.delivery},,0,,,,`);
    expect(row).toEndWith(
      `,${assignment.price.amount},${assignment.price.currency},,,,${assignment.price.amount / 100}`,
    );
  });

  test("pages of it follow each other, and one export of an account runs at a time", async () => {
    const caller = callerOf(account.accountId, "sandbox");
    const request = new Request(`http://localhost${path}`);
    const read = (cursor?: string) =>
      listShipments(server.deps, caller, { limit: 3, ...(cursor && { cursor }) });
    const open = () =>
      streamCsv(server.deps, request, caller, { name: "some", columns: { id: ({ id }) => id }, read });
    const first = open();
    const refused = await csvOf({});
    expect([refused.status, refused.body.code]).toEqual([409, "limit_reached"]);
    expect((await csvOf({}, (await server.account()).sandbox)).status).toBe(200);
    expect(await first.text()).toBe(["id", ...chosen(() => true), ""].join("\r\n"));
    const left = open();
    await left.body?.cancel();
    expect((await csvOf({})).status).toBe(200);
  });

  test("a reader that leaves, or a server that stops, ends the reading; the next export begins only then", async () => {
    const caller = callerOf(account.accountId, "sandbox");
    const request = new Request(`http://localhost${path}`);
    const stopping = new AbortController();
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    let pages = 0;
    const open = (deps: Deps) =>
      streamCsv(deps, request, caller, {
        name: "none",
        columns: { id: () => "" },
        read: () => ({ data: [], next_cursor: ++pages < 200 ? "next" : null }),
      }).body?.getReader();
    /** The header is read, and the reader waits for a row. */
    const begin = async (deps: Deps) => {
      pages = 0;
      const reader = open(deps);
      await reader?.read();
      const row = reader?.read().catch(() => undefined);
      while (pages < 3) await turn();
      return { reader, row };
    };
    const stays = async () => {
      const reached = pages;
      for (let turns = 0; turns < 5; turns += 1) await turn();
      return pages === reached && reached < 200;
    };
    const { reader } = await begin(server.deps);
    const left = reader?.cancel();
    expect(() => open(server.deps)).toThrow("Another export");
    await left;
    expect(await stays()).toBe(true);
    const { row } = await begin({ ...server.deps, stopping: stopping.signal });
    stopping.abort();
    await row;
    expect(await stays()).toBe(true);
    expect((await csvOf({})).status).toBe(200);
  });

  test("what ends twice frees no other export", () => {
    const end = beginExporting(server.deps, account.accountId);
    end();
    const endOther = beginExporting(server.deps, account.accountId);
    end();
    expect(() => beginExporting(server.deps, account.accountId)).toThrow("Another export");
    endOther();
  });
});

test("a long page gives others a turn between its reading and its writing, a short one needs none", async () => {
  const { accountId, sandbox } = await server.account();
  for (let number = 0; number < 25; number += 1) await createShipment(sandbox);
  const origin = { address: "192.0.2.1", isShared: false, requestId: "here", userAgent: null };
  const scopes = ["shipments:read"];
  const asker: Played = { kind: "sandbox", environment: "sandbox", accountId, scopes, asker: null, origin };
  const turnsOf = async (limit: number) => {
    const headers = { "sec-fetch-site": "same-origin" };
    const request = new Request(`http://localhost${platform}/shipments?limit=${limit}`, { headers });
    let turns = 0;
    const next = setImmediate(() => {
      turns += 1;
    });
    const { status } = await server.deps.handle(request, asker);
    clearImmediate(next);
    return [status, turns];
  };
  expect(await turnsOf(20)).toEqual([200, 0]);
  expect(await turnsOf(25)).toEqual([200, 1]);
});
