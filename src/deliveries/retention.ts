import { type Deps, type Writing, write } from "../deps.ts";
import { type Environment, environments } from "../environment.ts";
import { forgetSamples } from "../events/service.ts";
import type { DeliveryStatus } from "./delivery.ts";
import { deliveryLog, type RemovableDelivery } from "./log-store.ts";

const dayMs = 86_400_000;
/** How long a delivery is kept; what is still to be sent is kept until it was. */
const keptMs: Partial<Record<DeliveryStatus, number>> = {
  delivered: 30 * dayMs,
  failed: 90 * dayMs,
  discarded: 90 * dayMs,
};
const keptMinMs = 30 * dayMs;
const samplesKeptMs = 90 * dayMs;
/** A sample is removed with its delivery and each of its attempts. */
const samplesPerStep = 20;
/** Rows, attempts included, that one transaction removes: a few milliseconds, though each may hold 16 KiB. */
const rowsPerStep = 200;
/** Looked at in one go of the event loop. */
const lookedAtPerStep = 1_000;

/** Removes what was kept long enough, in steps between which others write. */
export async function forgetOldDeliveries(deps: Deps, now: number): Promise<void> {
  for (const environment of environments) {
    await forgetOldIn(deps, environment, now);
    const forgetSome = () =>
      write(deps, environment, (writing) => forgetSamples(writing, now - samplesKeptMs, samplesPerStep));
    while ((await forgetSome()) > 0);
  }
}

/** Goes through the deliveries from the oldest up to the first that nothing is too old for. */
async function forgetOldIn(deps: Deps, environment: Environment, now: number): Promise<void> {
  const { db } = deps.stores.platform(environment);
  let last = "";
  for (;;) {
    const rows = deliveryLog(db).after(last, lookedAtPerStep);
    await forget(
      deps,
      environment,
      rows.filter((row) => isKeptLongEnough(row, now)),
    );
    const end = rows.at(-1);
    if (end === undefined || end.createdAt >= now - keptMinMs) return;
    last = end.id;
    await Bun.sleep(0);
  }
}

function isKeptLongEnough({ status, createdAt }: RemovableDelivery, now: number): boolean {
  const kept = keptMs[status];
  return kept !== undefined && createdAt < now - kept;
}

async function forget(deps: Deps, environment: Environment, rows: RemovableDelivery[]): Promise<void> {
  for (let left = rows; left.length > 0; ) {
    const step = firstStep(left);
    left = left.slice(step.length);
    await write(deps, environment, ({ tx }) => {
      // One that is to be sent again meanwhile stays.
      step.forEach(deliveryLog(tx).remove);
    });
  }
}

/** Removes some of an endpoint's deliveries, with their attempts. @returns how many */
export function forgetDeliveriesOf({ tx }: Writing, webhookId: string): number {
  const log = deliveryLog(tx);
  const step = firstStep(log.someOf(webhookId, rowsPerStep));
  step.forEach(log.remove);
  return step.length;
}

/** As many as one transaction may remove, and one at least. */
function firstStep(rows: readonly RemovableDelivery[]): RemovableDelivery[] {
  let cost = 0;
  const beyond = rows.findIndex((row, index) => {
    cost += 1 + row.attemptCount;
    return index > 0 && cost > rowsPerStep;
  });
  return rows.slice(0, beyond === -1 ? rows.length : beyond);
}
