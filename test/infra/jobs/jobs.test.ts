import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mailedLinks, sessions, users } from "../../../src/access/accounts/table.ts";
import { tablesOf } from "../../../src/infra/db/columns.ts";
import { forgetRows } from "../../../src/infra/jobs/jobs.ts";
import { dayMs, hourMs } from "../../../src/infra/units.ts";
import { troubles } from "../../../src/operator/alarms/table.ts";
import { startServer, type TestServer } from "../../support/harness.ts";

/** Rows go when their time is over, and no earlier. */

const now = Date.UTC(2026, 5, 1);

let server: TestServer;
let userId: string;
beforeAll(async () => {
  server = await startServer();
  await server.account();
  userId = accounts().db.select().from(users).get()?.id ?? "";
});
afterAll(() => server.stop());

const accounts = () => server.deps.stores.accounts;
beforeEach(() =>
  accounts().write((tx) => {
    for (const table of [mailedLinks, sessions, troubles]) tx.delete(table).run();
  }),
);

async function leftOf(table: typeof mailedLinks | typeof sessions | typeof troubles): Promise<string[]> {
  await forgetRows(server.deps).run(now);
  return accounts()
    .db.select({ id: table.id })
    .from(table)
    .all()
    .map(({ id }) => id)
    .toSorted();
}

test("a row goes when one of its times is over", async () => {
  const session = (id: string, createdAt: number, lastSeenAt: number) => ({
    ...{ id, userId, tokenHash: id, createdAt, lastSeenAt, confirmedAt: createdAt },
    ...{ address: null, userAgent: null, viewedAccountId: null, viewedUntil: null },
  });
  await accounts().write((tx) => {
    const rows = [
      session("idle", now - dayMs, now - 12 * hourMs),
      session("old", now - 7 * dayMs, now),
      session("open", now - 7 * dayMs + 1, now - 12 * hourMs + 1),
    ];
    tx.insert(sessions).values(rows).run();
  });
  expect(await leftOf(sessions)).toEqual(["open"]);
});

test("a row that still waits for its mail stays, however old it is", async () => {
  const link = (id: string, askedAt: number, dueAt: number | null) => ({
    ...{ id, kind: "email_change" as const, userId: null, email: "new@example.com", askedAt, dueAt },
    ...{ tokenHash: null, expiresAt: null, attempts: 0 },
  });
  await accounts().write((tx) => {
    const rows = [
      link("sent", now - dayMs, null),
      link("waiting", now - 9 * dayMs, now + dayMs),
      link("young", now - dayMs + 1, null),
    ];
    tx.insert(mailedLinks).values(rows).run();
  });
  expect(await leftOf(mailedLinks)).toEqual(["waiting", "young"]);
});

test("a row whose time has not begun stays, and many go in steps", async () => {
  const trouble = (id: string, endedAt: number | null) => ({
    ...{ id, needId: id, kind: "disk_full" as const, accountId: null, environment: null, webhookId: null },
    ...{ message: "", weight: 0, beganAt: now - 400 * dayMs, missingSince: null, endedAt },
  });
  await accounts().write((tx) => {
    for (let number = 0; number < 450; number += 1)
      tx.insert(troubles)
        .values(trouble(`over-${number}`, now - 90 * dayMs))
        .run();
    tx.insert(troubles)
      .values([trouble("going-on", null), trouble("late", now - 89 * dayMs)])
      .run();
  });
  expect(await leftOf(troubles)).toEqual(["going-on", "late"]);
});

test("what keeps a row is a column of its table, one for all of its times", () => {
  const { stores } = server.deps;
  const tables = [stores.accounts, stores.platform("live")].flatMap(({ db }) => tablesOf(db));
  const expiring = tables.filter(({ columns }) => columns.some(({ expires }) => expires));
  expect(expiring.length).toBeGreaterThan(6);
  for (const { name, columns } of expiring) {
    const kept = new Set(columns.flatMap(({ expires }) => expires?.unless ?? []));
    expect([name, kept.size]).toEqual([name, Math.min(kept.size, 1)]);
    expect(columns.map((column) => column.name)).toEqual(expect.arrayContaining([...kept]));
  }
});
