import type { Store } from "../../../infra/db/store.ts";
import type { AccountClocks } from "../../../infra/test-clock/clocks.ts";
import { deliveriesDue, deliveryClockStore } from "./clock-store.ts";
import { createLane, type Lane } from "./lane.ts";

/** Deliveries are sent at the times of their accounts. Limits of endpoints and accounts are kept in real time. */

/** Counted up to here. */
const waitingMax = 1_000;

/** A lane in the time of its endpoint's account, which is read when it is needed first. */
export function laneInAccountTime({ times }: AccountClocks, { db }: Store, webhookId: string): Lane {
  let known: string | undefined;
  const accountId = () => {
    known ??= deliveryClockStore(db).accountOf(webhookId);
    return known ?? null;
  };
  return createLane(webhookId, {
    now: () => times.now(accountId()),
    toReal: (at) => times.inRealTime(accountId(), at),
  });
}

/** Lets the clocks of accounts stop at the times of deliveries, and wait for their receivers. */
export function followClocks({ runner }: AccountClocks, { db }: Store, look: () => void): void {
  runner.addCompanion({
    rows: deliveriesDue,
    wake: look,
    waiting: (accountId, now) => deliveryClockStore(db).waiting(accountId, now, waitingMax),
  });
}
