import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import type { Tx } from "../../../../src/infra/db/store.ts";
import type { Deps } from "../../../../src/infra/deps.ts";
import type { Claim } from "../../../../src/messaging/webhooks/deliveries/lane.ts";
import { createLanes } from "../../../../src/messaging/webhooks/deliveries/lanes.ts";
import { memoryStores } from "../../../infra/db/memory-stores.ts";
import { createClock } from "../../../support/clock.ts";

/** Whatever happens to endpoints and deliveries: what is due and may be sent begins, without reading all rows. */

const seed = 71485955;
const runs = 60;
const startMs = Date.UTC(2026, 0, 1);
const webhookConcurrency = 6;
const endpoints = ["x", "y", "z"];
const offsets = [-60_000, -1, 0, 0, 1, 800, 800, 5_000];
const healthyMax = 8;

type Command =
  | { kind: "queue"; endpoint: string; count: number; offset: number }
  | { kind: "close" | "open" | "unsettle"; endpoint: string }
  | { kind: "move"; endpoint: string; offset: number }
  | { kind: "answer"; index: number; succeeded: boolean }
  | { kind: "record"; index: number; retryMs: number | null }
  | { kind: "wait" | "set clock"; ms: number };

const endpoint = fc.constantFrom(...endpoints);
const offset = fc.constantFrom(...offsets);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("queue"),
      endpoint,
      count: fc.integer({ min: 1, max: 12 }),
      offset,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("close", "open", "unsettle"), endpoint }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("move"), endpoint, offset }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("answer"), index: fc.nat(9), succeeded: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("record"),
      index: fc.nat(9),
      retryMs: fc.constantFrom(null, null, 0, 500, 60_000),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("wait"), ms: fc.constantFrom(1, 800, 5_000) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("set clock"), ms: fc.constantFrom(-70_000, 90_000) }),
  },
);

/** An endpoint with a retry ahead is forgotten while another one is busy, and comes up all the same. */
const othersMeanwhile: Command[] = [
  { kind: "queue", endpoint: "x", count: 1, offset: 800 },
  { kind: "queue", endpoint: "x", count: 1, offset: 5_000 },
  { kind: "wait", ms: 800 },
  { kind: "record", index: 0, retryMs: null },
  { kind: "queue", endpoint: "y", count: 1, offset: 0 },
  { kind: "record", index: 0, retryMs: null },
  { kind: "queue", endpoint: "y", count: 1, offset: 0 },
  { kind: "wait", ms: 5_000 },
];

test("no delivery that may be sent is left", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40 }), async (commands) => {
      const world = await createWorld();
      for (const each of commands) await world.run(each);
      await world.finish();
      await world.close();
    }),
    { seed, numRuns: runs, examples: [[othersMeanwhile]] },
  );
});

interface Attempt extends Claim {
  endpoint: string;
  isAnswered: boolean;
}

async function createWorld() {
  const clock = createClock(startMs);
  const stores = memoryStores();
  const store = stores.platform("sandbox");
  const deps = { stores, clock, realClock: clock, config: { webhookConcurrency } } as unknown as Deps;
  const attempts: Attempt[] = [];
  let queued = 0;
  await store.write((tx) => {
    for (const id of endpoints) {
      tx.run(sql`INSERT INTO webhook_endpoints (id, account_id, url, events, secrets, failure_count, created_at,
        updated_at) VALUES (${id}, ${`account of ${id}`}, '', '[]', '[]', 0, 0, 0)`);
    }
  });
  const lanes = createLanes(deps, "sandbox", () => {});
  lanes.watch();

  const write = (change: (tx: Tx) => void) => store.write((tx) => void change(tx));

  async function run(each: Command): Promise<void> {
    const now = clock.now();
    if (each.kind === "queue") await write((tx) => queue(tx, each.endpoint, each.count, now + each.offset));
    if (each.kind === "move")
      await write((tx) =>
        tx.run(sql`UPDATE webhook_deliveries SET due_at = ${now + each.offset}
          WHERE webhook_id = ${each.endpoint} AND status = 'pending'`),
      );
    if (each.kind === "close" || each.kind === "open")
      await setEndpoint(
        each.endpoint,
        sql`disabled_reason = ${each.kind === "close" ? "owner" : null}, unsettled = 0`,
      );
    if (each.kind === "unsettle") await setEndpoint(each.endpoint, sql`unsettled = 1`);
    if (each.kind === "answer") answer(attempts[each.index], each.succeeded);
    if (each.kind === "record") await record(attempts[each.index], each.retryMs);
    if (each.kind === "wait" || each.kind === "set clock") clock.advance(each.ms / 1_000);
    // The loop does so.
    if (each.kind === "set clock") lanes.rebuild();
    begin();
    expectNothingLeft();
  }

  function setEndpoint(id: string, set: ReturnType<typeof sql>): Promise<void> {
    return write((tx) => tx.run(sql`UPDATE webhook_endpoints SET ${set} WHERE id = ${id}`));
  }

  function queue(tx: Tx, id: string, count: number, dueAt: number): void {
    for (let each = 0; each < count; each += 1) {
      queued += 1;
      const name = String(queued).padStart(4, "0");
      tx.run(sql`INSERT INTO events (id, account_id, type, body, sample, created_at)
        VALUES (${`evt_${name}`}, 'a', 'x', '{}', 0, 0)`);
      tx.run(sql`INSERT INTO webhook_deliveries (id, webhook_id, event_id, event_type, status, attempt_count,
        round_attempts, due_at, created_at)
        VALUES (${`dlv_${name}`}, ${id}, ${`evt_${name}`}, 'x', 'pending', 0, 0, ${dueAt}, 0)`);
    }
  }

  /** As the loop does: only if memory says that something is due. */
  function begin(): void {
    while (lanes.nextDue() <= clock.now()) {
      const begun = lanes.fill(clock.now(), (claim) => {
        expect(attempts.map(({ id }) => id)).not.toContain(claim.id);
        attempts.push({ ...claim, endpoint: endpointOf(claim.id), isAnswered: false });
      });
      if (begun === 0) return;
    }
  }

  function answer(attempt: Attempt | undefined, succeeded: boolean): void {
    if (attempt === undefined || attempt.isAnswered) return;
    attempt.isAnswered = true;
    attempt.answered(succeeded);
  }

  async function record(attempt: Attempt | undefined, retryMs: number | null): Promise<void> {
    if (attempt === undefined) return;
    answer(attempt, retryMs === null);
    const [status, dueAt] = retryMs === null ? ["delivered", null] : ["pending", clock.now() + retryMs];
    // Nothing is sent to a closed endpoint, and its row stays as it is.
    if (isOpen(attempt.endpoint))
      await write((tx) =>
        tx.run(
          sql`UPDATE webhook_deliveries SET status = ${status}, due_at = ${dueAt} WHERE id = ${attempt.id}`,
        ),
      );
    begin();
    attempts.splice(attempts.indexOf(attempt), 1);
    attempt.ended();
    attempt.schedule.end(attempt.id);
    lanes.lookAgain(attempt.schedule);
  }

  function endpointOf(id: string): string {
    return store.db.get<{ id: string }>(sql`SELECT webhook_id AS id FROM webhook_deliveries WHERE id = ${id}`)
      .id;
  }

  function isOpen(id: string): boolean {
    return (
      store.db.get(sql`SELECT id FROM webhook_endpoints
        WHERE id = ${id} AND disabled_reason IS NULL AND unsettled = 0`) !== undefined
    );
  }

  function dueOf(id: string): string[] {
    return store.db
      .all<{ id: string }>(sql`SELECT id FROM webhook_deliveries
        WHERE webhook_id = ${id} AND status = 'pending' AND due_at <= ${clock.now()}`)
      .map((row) => row.id);
  }

  function expectNothingLeft(): void {
    expect(lanes.findMissed(clock.now())).toBeUndefined();
    const inFlight = attempts.filter(({ isAnswered }) => !isAnswered);
    for (const id of endpoints.filter(isOpen)) {
      const left = dueOf(id).filter((due) => !attempts.some((attempt) => attempt.id === due));
      const own = inFlight.filter((attempt) => attempt.endpoint === id).length;
      // A failing endpoint gets one at a time, a healthy one eight; both share the places.
      const mayBegin = own === 0 && inFlight.length < webhookConcurrency / 2 && own < healthyMax;
      if (mayBegin) expect(left).toEqual([]);
    }
  }

  /** Everything is sent in the end. */
  async function finish(): Promise<void> {
    for (const id of endpoints) await setEndpoint(id, sql`disabled_reason = NULL, unsettled = 0`);
    clock.advance(100);
    for (let round = 0; round < 2_000; round += 1) {
      begin();
      if (attempts.length === 0) break;
      await record(attempts[0], null);
    }
    expect(endpoints.flatMap(dueOf)).toEqual([]);
  }

  return { run, finish, close: stores.close };
}
