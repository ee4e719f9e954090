import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "better-sqlite3";
import fc from "fast-check";
import { requireShipment } from "../../../../src/delivery/lifecycle/state/reading.ts";
import type { ShipmentRow } from "../../../../src/delivery/lifecycle/state/rows.ts";
import { shipmentStore } from "../../../../src/delivery/lifecycle/state/store.ts";
import type { Status } from "../../../../src/delivery/model/model.ts";
import { listShipments } from "../../../../src/delivery/orders/shipments/list.ts";
import type { ShipmentQuery } from "../../../../src/delivery/orders/shipments/schema.ts";
import { toTimestamp } from "../../../../src/infra/clock.ts";
import { write } from "../../../../src/infra/deps.ts";
import type { Caller } from "../../../../src/infra/http/principal.ts";
import { callerOf, createShipment } from "../../../support/fixtures.ts";
import { startServer, type TestServer } from "../../../support/harness.ts";
import { createOperator } from "../../../support/operator.ts";

/** Lists that look at a part of what there is for each page: whatever that part is, nothing is missed or told twice. */

type Row = Pick<ShipmentRow, "id" | "status" | "reference" | "carrierId" | "search" | "createdAt">;

const count = 48;
const runs = 300;
const states: Status[] = ["delivered", "delivered", "delivered", "cancelled", "failed"];
const commonCarrier = "car_01kbhn7q5he0tr51mbs1p9gq4e";
const otherCarrier = "car_01kbhn7q5he0tr51m8x4c2vd6b";
const carrierIds = [commonCarrier, otherCarrier, commonCarrier];
const references = ["A-1", "B-2", null];
const begin = Date.parse("2026-01-31T09:00:00Z");

let server: TestServer;
let caller: Caller;
/** In the order of the list. */
let rows: Row[];

beforeAll(async () => {
  server = await startServer();
  const { accountId } = await server.account();
  const other = await server.account();
  const { id } = await createShipment(other.sandbox, { simulation: { outcome: "no_carriers" } });
  caller = callerOf(accountId, "sandbox");
  rows = await write(server.deps, "sandbox", (writing) => {
    const shipments = shipmentStore(writing.tx);
    const shipment = requireShipment(writing, { ...caller, accountId: other.accountId }, id);
    return Array.from({ length: count }, (_, index): Row => {
      const row = {
        ...shipment,
        accountId,
        id: server.deps.ids.make("shp"),
        trackingNumber: `WB${index}`,
        trackingHash: `hash ${index}`,
        sealedToken: `token ${index}`,
        status: states[index % states.length] ?? "delivered",
        reference: references[index % references.length] ?? null,
        carrierId: carrierIds[index % 7] ?? null,
        search: `number ${index}`,
        // Several at the same time, and one that the clock stepped back for.
        createdAt: begin + (index === count - 1 ? 0 : Math.floor(index / 3)) * 1_000,
      };
      shipments.insert(row);
      return row;
    });
  });
  rows.sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1));
});
afterAll(() => server.stop());

const isWithin = (query: ShipmentQuery, { createdAt }: Row) =>
  createdAt >= Date.parse(query.created_after ?? "1970-01-01T00:00:00Z") &&
  createdAt < Date.parse(query.created_before ?? "9999-01-01T00:00:00Z");
const isWanted = (wanted: string | undefined, is: string | null) => wanted === undefined || wanted === is;

/** What going through all there is would find. */
function expected(query: ShipmentQuery): string[] {
  const found = rows.filter(
    (row) =>
      (query.status?.split(",").includes(row.status) ?? true) &&
      isWanted(query.reference, row.reference) &&
      isWanted(query.carrier_id, row.carrierId) &&
      row.search.includes(query.q ?? "") &&
      isWithin(query, row),
  );
  const ids = found.map(({ id }) => id);
  return query.sort === "oldest" ? ids.reverse() : ids;
}

/** The pages that following the cursors gives. */
function pagesOf(query: ShipmentQuery, maxima?: { texts: number; shipments: number }): string[][] {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = listShipments(
      server.deps,
      caller,
      cursor === undefined ? query : { ...query, cursor },
      maxima,
    );
    pages.push(page.data.map(({ id }) => id));
    expect(page.has_more).toBe(page.next_cursor !== null);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && pages.length <= 2 * count);
  expect(cursor).toBeUndefined();
  return pages;
}

const second = fc.integer({ min: 0, max: count / 3 }).map((after) => begin + after * 1_000);
const span = fc.tuple(second, second).map(([one, other]) => ({
  created_after: toTimestamp(Math.min(one, other)),
  created_before: toTimestamp(Math.max(one, other) + 1_000),
}));
const filters = fc.record(
  {
    status: fc.uniqueArray(fc.constantFrom(...states, "quoted"), { minLength: 1 }).map(String),
    reference: fc.constantFrom("A-1", "none"),
    carrier_id: fc.constantFrom(...carrierIds),
    q: fc.constantFrom("number", "1", "27", "nothing"),
    sort: fc.constantFrom("newest", "oldest"),
  },
  { requiredKeys: [] },
);
const queries = fc
  .tuple(fc.integer({ min: 1, max: 9 }), filters, fc.option(span, { freq: 2 }), fc.boolean())
  .map(([limit, filter, span, hasEnd]): ShipmentQuery => {
    const { created_before: _created_before, ...since } = span ?? {};
    return { limit, ...filter, ...(hasEnd ? span : since) };
  });
/** Of 100 and more, a page scans a hundredth first. */
const scanned = fc.oneof(fc.integer({ min: 1, max: count }), fc.integer({ min: 100, max: 100 * count }));

describe("a list that looks at a part for each page", () => {
  test("finds what looking at everything would, in order, each once", () => {
    fc.assert(
      fc.property(queries, scanned, scanned, (query, texts, shipments) => {
        const pages = pagesOf(query, { texts, shipments });
        expect(pages.flat()).toEqual(expected(query));
        for (const page of pages) expect(page.length).toBeLessThanOrEqual(query.limit ?? 0);
      }),
      { numRuns: runs },
    );
  });

  test("looks at no more of what is searched than it may", () => {
    const oldest = rows.at(-1)?.search ?? "";
    const pages = pagesOf({ q: oldest }, { texts: 12, shipments: count });
    expect(pages.length).toBeGreaterThanOrEqual(count / 12);
    expect(pages.slice(0, 2)).toEqual([[], []]);
  });

  test("looks at no more shipments than it may", () => {
    const delivered = expected({ status: "delivered" }).length;
    const alongState = pagesOf({ status: "delivered", q: "nothing" }, { texts: 1, shipments: 4 });
    expect(alongState).toEqual(Array.from({ length: Math.floor(delivered / 4) + 1 }, () => []));
  });

  test("of several states looks at no more of all of them", () => {
    const status = "failed,delivered";
    const pages = pagesOf({ status, q: "nothing" }, { texts: 1, shipments: 8 });
    expect(pages.length).toBeGreaterThan(expected({ status }).length / 8);
  });

  test("goes the way that is shortest", () => {
    const maxima = { texts: 1, shipments: 8 };
    const query = { carrier_id: otherCarrier, status: "delivered", limit: 100 };
    expect(expected(query).length).toBeGreaterThan(0);
    expect(pagesOf(query, maxima)).toEqual([expected(query)]);
    const rare = { status: "delivered", q: rows.at(-1)?.search ?? "" };
    expect(pagesOf(rare, { texts: count + 1, shipments: 2 })).toEqual([expected(rare)]);
    const common = { status: "quoted,failed", q: "number" };
    const alongText = pagesOf(common, { texts: count + 1, shipments: 2 });
    expect(alongText.flat()).toEqual(expected(common));
    expect(alongText.length).toBeGreaterThan(expected(common).length / 2);
  });

  test("needs one page only where an index has the filter, and a span of time", () => {
    const maxima = { texts: 1, shipments: 1 };
    const span = {
      created_after: toTimestamp(begin + 3_000),
      created_before: toTimestamp(begin + 9_000),
      limit: 100,
    };
    for (const one of [
      {},
      { status: "delivered,failed" },
      { reference: "A-1" },
      { carrier_id: commonCarrier },
    ]) {
      expect(pagesOf({ ...span, ...one }, maxima)).toEqual([expected({ ...span, ...one })]);
    }
  });
});

/** Last in this file: the functions of SQLite that it replaces stay replaced. */
test("a search compares as many characters as it may, however alike texts are, and never anew as LIKE does", async () => {
  const operator = await createOperator(server);
  let compared = 0;
  const refuse = () => {
    throw new Error("LIKE takes the product of what is searched and what is looked for");
  };
  for (const { db } of [server.deps.stores.platform("sandbox"), server.deps.stores.accounts]) {
    const { $client } = db as unknown as { $client: Database };
    // SQLite knows functions by their names and by how many arguments they take.
    $client.function("like", (_pattern: string, _text: string) => refuse());
    $client.function("like", (_pattern: string, _text: string, _escape: string) => refuse());
    $client.function("instr", (text: string, part: string) => {
      compared += part.length;
      return text.indexOf(part) + 1;
    });
  }
  for (const length of [1, 25, 26, 50, 99, 100]) {
    compared = 0;
    const q = `${"a".repeat(length - 1)}b`;
    listShipments(server.deps, caller, { q, limit: 100 }, { texts: 40, shipments: count });
    expect(compared).toBeGreaterThanOrEqual(length);
    expect(compared).toBeLessThanOrEqual(40 * 25);
  }
  const { status } = await operator.session.get(`/api/v1/operator/accounts?q=${"a".repeat(99)}b`);
  expect(status).toBe(200);
});
