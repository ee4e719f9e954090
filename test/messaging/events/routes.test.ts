import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { toJson } from "../../../src/infra/http/raw-json.ts";
import type { Envelope } from "../../../src/messaging/events/event.ts";
import { listEvents } from "../../../src/messaging/events/service.ts";
import { createClock, type TestClock } from "../../support/clock.ts";
import { settledRows } from "../../support/database.ts";
import { callerOf, createQuoted, platform } from "../../support/fixtures.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../../support/harness.ts";

interface Event {
  id: string;
  type: string;
  timestamp: string;
  data: { shipment?: { id: string }; sequence?: number };
}

let server: TestServer;
let clock: TestClock;
let account: TestAccount;
/** Newest first, as the list has them. */
let all: Event[];
let shipments: string[];

const path = `${platform}/events`;

beforeAll(async () => {
  clock = createClock();
  server = await startServer({ replacements: { clock } });
  account = await server.account();
  shipments = [];
  for (let count = 0; count < 4; count += 1) {
    const { shipment } = await createQuoted(account.sandbox);
    shipments.push(shipment.id);
    clock.advance(1);
  }
  await account.sandbox.post(`${platform}/shipments/${shipments[0]}/cancellation`);
  await settledRows(server);
  all = (await account.sandbox.get(`${path}?limit=100`)).body.data;
});
afterAll(() => server.stop());

async function listed(query: Record<string, string>): Promise<Event[]> {
  const answer = await account.sandbox.get(`${path}?${new URLSearchParams({ limit: "100", ...query })}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

describe("an event", () => {
  test("is the envelope that webhooks carry", async () => {
    expect(all).toHaveLength(9);
    for (const event of all) {
      expect(event).toEqual({
        id: expect.stringMatching(/^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
        type: expect.stringMatching(/^shipment\.(created|quoted|cancelled)$/),
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        api_version: "v1",
        environment: "sandbox",
        data: {
          shipment: expect.objectContaining({ environment: "sandbox" }),
          sequence: expect.any(Number),
          previous_status: event.type === "shipment.created" ? null : expect.any(String),
        },
      } as never);
      expect((await account.sandbox.get(`${path}/${event.id}`)).body).toEqual(event);
    }
  });

  test("carries the shipment as it was then", () => {
    const ofFirst = all.filter((event) => event.data.shipment?.id === shipments[0]).reverse();
    expect(ofFirst.map((event) => (event.data.shipment as { status?: string }).status)).toEqual([
      "created",
      "quoted",
      "cancelled",
    ]);
    expect(ofFirst.map((event) => event.data.sequence)).toEqual([1, 2, 3]);
  });
});

describe("the list", () => {
  test("is filtered by one type, or several", async () => {
    expect(await listed({ type: "shipment.quoted" })).toEqual(
      all.filter(({ type }) => type === "shipment.quoted"),
    );
    expect(await listed({ type: "shipment.cancelled,shipment.created" })).toEqual(
      all.filter(({ type }) => type !== "shipment.quoted"),
    );
    expect(await listed({ type: "webhook.test" })).toEqual([]);
  });

  test("is filtered by shipment", async () => {
    for (const id of shipments) {
      expect(await listed({ shipment_id: id })).toEqual(
        all.filter((event) => event.data.shipment?.id === id),
      );
    }
    expect(await listed({ shipment_id: "shp_01m7x5rdwme1ct34p92xd7wpnk" })).toEqual([]);
  });

  test("is cut by time", async () => {
    const middle = all[4]?.timestamp ?? "";
    const after = await listed({ created_after: middle });
    const before = await listed({ created_before: middle });
    expect([...after, ...before]).toEqual(all);
    expect(after.every(({ timestamp }) => timestamp >= middle)).toBe(true);
    expect(before.every(({ timestamp }) => timestamp < middle)).toBe(true);
    expect(before.length).toBeGreaterThan(0);
  });

  test("is the same in pages, whatever its filters", async () => {
    const [first = "", middle = "", last = ""] = [all.at(-1), all[4], all[1]].map(
      (event) => event?.timestamp,
    );
    const type = "shipment.created,shipment.cancelled";
    const queries: Record<string, string>[] = [
      { created_before: last },
      { created_after: first },
      { created_after: first, created_before: last },
      { type, created_before: last },
      { type, created_after: middle },
      { shipment_id: shipments[0] ?? "", created_before: last },
      { shipment_id: shipments[0] ?? "", type },
      { after: all.at(-2)?.id ?? "" },
      { after: all.at(-2)?.id ?? "", type },
    ];
    const turned = queries.map((query) => ({ ...query, sort: "oldest" }));
    for (const query of [...queries, ...turned, { sort: "oldest" }]) {
      const whole = await listed(query);
      const { sort, ...unsorted } = query as Record<string, string>;
      const newest = await listed({ ...unsorted, sort: "newest" });
      expect([query, whole]).toEqual([query, sort === "oldest" ? newest.toReversed() : newest]);
      expect([query, whole.length > 1]).toEqual([query, true]);
      const seen: Event[] = [];
      let next: string | undefined = `${path}?limit=1&${new URLSearchParams(query)}`;
      while (next !== undefined) {
        const answer: Answer = await account.sandbox.get(next);
        seen.push(...answer.body.data);
        next = /^<([^>]+)>/.exec(answer.headers.get("link") ?? "")?.[1];
      }
      expect([query, seen]).toEqual([query, whole]);
    }
  });

  test("looks at a part of a long span for each page, and leaves nothing out", async () => {
    const caller = callerOf(account.accountId, "sandbox");
    const span = { created_after: all.at(-1)?.timestamp ?? "", created_before: all[0]?.timestamp ?? "" };
    for (const type of ["shipment.created", "shipment.quoted", "shipment.cancelled", "webhook.disabled"]) {
      const whole = await listed({ type, ...span });
      // Of 100 and more, a page scans a hundredth first.
      for (const max of [...all.keys()].map((index) => index + 1).concat(100, 300)) {
        for (const sort of ["newest", "oldest"] as const) {
          const pages: string[][] = [];
          let cursor: string | undefined;
          do {
            const query = { type, ...span, sort, limit: 2, ...(cursor === undefined ? {} : { cursor }) };
            const page: { data: Envelope[]; next_cursor: string | null } = JSON.parse(
              toJson(listEvents(server.deps, caller, query, max)) ?? "",
            );
            expect(page.data.length).toBeLessThanOrEqual(Math.min(max, 2));
            pages.push(page.data.map(({ id }) => id));
            cursor = page.next_cursor ?? undefined;
          } while (cursor !== undefined && pages.length <= 2 * all.length);
          const ids = whole.map(({ id }) => id);
          expect([type, max, pages.flat()]).toEqual([type, max, sort === "oldest" ? ids.toReversed() : ids]);
          expect(pages.length).toBeGreaterThanOrEqual(Math.floor((all.length - 1) / max));
        }
      }
    }
  });

  test("shows every event once in pages, though new ones come meanwhile", async () => {
    const seen: Event[] = [];
    let next: string | undefined = `${path}?limit=2&type=shipment.created,shipment.quoted,shipment.cancelled`;
    while (next !== undefined) {
      const answer: Answer = await account.sandbox.get(next);
      seen.push(...answer.body.data);
      next = /^<([^>]+)>/.exec(answer.headers.get("link") ?? "")?.[1];
      if (seen.length === 2) {
        await createQuoted(account.sandbox);
        await settledRows(server);
      }
    }
    expect(seen).toEqual(all);
  });

  test("goes no other way with a cursor of the other order", async () => {
    const first = await account.sandbox.get(`${path}?sort=oldest&limit=2`);
    const link = /^<([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    expect((await account.sandbox.get(link)).status).toBe(200);
    for (const turned of [link.replace("oldest", "newest"), link.replace("sort=oldest&", "")]) {
      expect([turned, (await account.sandbox.get(turned)).body.code]).toEqual([turned, "cursor_invalid"]);
    }
  });

  test("loses nothing to a reader who goes on after the last event, though new ones come in the same millisecond", async () => {
    const reader = await server.account();
    await createQuoted(reader.sandbox);
    const seen: string[] = [];
    let after = "";
    for (let pages = 0; pages < 40; pages += 1) {
      const answer = await reader.sandbox.get(`${path}?sort=oldest&limit=2${after && `&after=${after}`}`);
      expect(answer.status).toBe(200);
      const ids: string[] = answer.body.data.map(({ id }: Event) => id);
      if (ids.length === 0) break;
      seen.push(...ids);
      after = ids.at(-1) ?? after;
      // The clock stands still, and then steps back.
      if (pages < 3) await createQuoted(reader.sandbox);
      if (pages === 2) clock.advance(-3_600);
    }
    clock.advance(3_600);
    const whole = (await reader.sandbox.get(`${path}?limit=100`)).body.data.map(({ id }: Event) => id);
    expect(seen).toEqual(whole.toReversed());
    expect(new Set(whole).size).toBe(8);
  });

  test("keeps its order when the clock steps back", async () => {
    const before = await listed({});
    clock.advance(-3_600);
    const { shipment } = await createQuoted(account.sandbox);
    clock.advance(3_600);
    const after = await listed({});
    expect(after.slice(-before.length)).toEqual(before);
    expect(after.slice(0, -before.length).map((event) => event.data.shipment?.id)).toEqual([
      shipment.id,
      shipment.id,
    ]);
  });
});
