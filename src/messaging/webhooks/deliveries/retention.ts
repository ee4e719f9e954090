import { inRealTime, ofAccount, type Whose } from "../../../infra/db/whose.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import { type Environment, environments } from "../../../infra/environment.ts";
import { dayMs } from "../../../infra/units.ts";
import { forgetSamples } from "../../events/service.ts";
import { webhookStore } from "../endpoints/store.ts";
import type { DeliveryStatus } from "./delivery.ts";
import { deliveryLog, type RemovableDelivery } from "./log-store.ts";

/** How long a delivery is kept after its last attempt. Waiting ones are kept until they are sent. */
const retentionMs: Partial<Record<DeliveryStatus, number>> = {
  delivered: 30 * dayMs,
  failed: 90 * dayMs,
  discarded: 90 * dayMs,
};
const keptMinMs = 30 * dayMs;
const samplesKeptMs = 90 * dayMs;
/** Each sample is removed with its delivery and all attempts. */
const samplesPerStep = 20;
/** Rows, with attempts, that one transaction removes: a few milliseconds, even at 16 KiB a row. */
const rowsPerStep = 200;
/** Rows read in one turn of the event loop. */
const readPerStep = 1_000;

/** Removes what was kept long enough, in steps, so that others write in between. */
export async function forgetOldDeliveries(deps: Deps, now: number): Promise<void> {
  for (const environment of environments) {
    const store = deps.stores.platform(environment);
    if (store.hasTestClocks) await forgetOldOf(deps, now, webhookStore(store.db).idsInRealTime());
    else await forgetOldIn(deps, environment, now, (last) => deliveryLog(store.db).after(last, readPerStep));
    await forgetOldSamples(deps, environment, now, inRealTime(store));
  }
}

/**
 * Forgets old deliveries in the sandbox of an account.
 * @returns when its next delivery was kept long enough, at the earliest
 */
export async function forgetOldDeliveriesOf(deps: Deps, now: number, accountId: string): Promise<number> {
  const { db } = deps.stores.platform("sandbox");
  const nextAt = await forgetOldOf(deps, now, webhookStore(db).idsOfAccount(accountId));
  await forgetOldSamples(deps, "sandbox", now, ofAccount(accountId));
  return nextAt;
}

/** One endpoint of the sandbox after another: within each, times rise with the ids, whatever clock its account has. */
async function forgetOldOf(deps: Deps, now: number, webhookIds: readonly string[]): Promise<number> {
  const { db } = deps.stores.platform("sandbox");
  let nextAt = now + keptMinMs;
  for (const id of webhookIds) {
    const readAfter = (last: string) => deliveryLog(db).afterOf(id, last, readPerStep);
    nextAt = Math.min(nextAt, await forgetOldIn(deps, "sandbox", now, readAfter));
  }
  return nextAt;
}

async function forgetOldSamples(
  deps: Deps,
  environment: Environment,
  now: number,
  whose: Whose,
): Promise<void> {
  const before = now - samplesKeptMs;
  const forgetSome = () =>
    write(deps, environment, (writing) => forgetSamples(writing, before, samplesPerStep, whose));
  while ((await forgetSome()) > 0);
}

/**
 * Reads the deliveries from the oldest up to the first that is too young to remove.
 * @returns when the next was kept long enough, at the earliest
 */
async function forgetOldIn(
  deps: Deps,
  environment: Environment,
  now: number,
  readAfter: (last: string) => RemovableDelivery[],
): Promise<number> {
  let last = "";
  let nextAt = now + keptMinMs;
  for (;;) {
    const rows = readAfter(last);
    const { old = [], kept = [] } = Object.groupBy(rows, (row) => (endOf(row) < now ? "old" : "kept"));
    await forget(deps, environment, old);
    for (const row of kept) nextAt = Math.min(nextAt, endOf(row));
    const end = rows.at(-1);
    if (end === undefined || end.createdAt >= now - keptMinMs) return nextAt;
    last = end.id;
    await Bun.sleep(0);
  }
}

/** Until when it is kept, at least. */
function endOf({ status, endedAt }: RemovableDelivery): number {
  return endedAt + (retentionMs[status] ?? Number.POSITIVE_INFINITY);
}

async function forget(
  deps: Deps,
  environment: Environment,
  rows: readonly RemovableDelivery[],
): Promise<void> {
  for (let left = rows; left.length > 0; ) {
    left = await write(deps, environment, (writing) => removeSome(writing, left).left);
  }
}

/** Removes some of an endpoint's deliveries, with their attempts. @returns how many rows, 0 when none is left */
export function forgetDeliveriesOf(writing: Writing, webhookId: string): number {
  return removeSome(writing, deliveryLog(writing.tx).someOf(webhookId, rowsPerStep)).removed;
}

/** As many as one transaction may. A delivery that is sent again meanwhile stays. */
function removeSome(
  { tx }: Writing,
  rows: readonly RemovableDelivery[],
): { removed: number; left: readonly RemovableDelivery[] } {
  const log = deliveryLog(tx);
  const step = firstStep(rows);
  const [first] = step;
  if (first && first.attemptCount >= rowsPerStep) {
    const removed = log.removeAttempts(first, rowsPerStep);
    if (removed === rowsPerStep) return { removed, left: rows };
  }
  step.forEach(log.remove);
  return { removed: step.length, left: rows.slice(step.length) };
}

/** As many as one transaction may remove, at least one. */
function firstStep(rows: readonly RemovableDelivery[]): RemovableDelivery[] {
  let cost = 0;
  const beyond = rows.findIndex((row, index) => {
    cost += 1 + row.attemptCount;
    return index > 0 && cost > rowsPerStep;
  });
  return rows.slice(0, beyond === -1 ? rows.length : beyond);
}
