import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { type EndpointRow, webhookStore, webhooksUnsettled } from "../endpoints/store.ts";
import { enforceOrder } from "./ordering.ts";
import { deliveryStore } from "./store.ts";

// Waiting deliveries follow the state of their endpoint: disabled, enabled, ordered, discarded. A backlog can have a
// million rows, so it changes in steps, and others write in between. Until the last step the endpoint is `unsettled`,
// and nothing is sent to it.

/** A step takes a few milliseconds, even if the order of each row must be kept. */
const stepRows = 100;

type Settled = Pick<EndpointRow, "unsettled" | "discardThrough">;

/**
 * The first step, and mostly the last one too. Call it in the transaction that enables or disables the endpoint,
 * changes its ordering or sets `discardThrough`. Deliveries of a disabled endpoint wait as `paused`. Enabling makes all
 * of them due now; ending the order does so with deliveries that waited for an earlier one.
 * @returns columns to write to the endpoint's row
 */
export function reconcileBacklog(writing: Writing, endpoint: EndpointRow): Settled {
  return step(writing, endpoint)
    ? { unsettled: false, discardThrough: null }
    : { unsettled: true, discardThrough: endpoint.discardThrough };
}

/** Discards all that waits now. @returns how many deliveries that is, and columns to write to the endpoint's row */
export function discardBacklog(
  writing: Writing,
  endpoint: EndpointRow,
): { discarded: number; settled: Settled } {
  const { count, last } = deliveryStore(writing.tx).waiting(endpoint.id);
  return { discarded: count, settled: reconcileBacklog(writing, { ...endpoint, discardThrough: last }) };
}

/** @returns whether it was the last step */
function step(writing: Writing, endpoint: EndpointRow): boolean {
  const deliveries = deliveryStore(writing.tx);
  const { id, disabledReason, discardThrough, ordering } = endpoint;
  let left = stepRows;
  if (disabledReason !== null || discardThrough !== null) left -= deliveries.pause(id, left);
  if (left > 0 && discardThrough !== null) left -= deliveries.discard(id, discardThrough, left);
  if (left > 0 && disabledReason === null) left -= resume(writing, endpoint, left);
  if (left > 0 && ordering === "none") left -= deliveries.release(id, writing.now, left);
  return left > 0;
}

function resume(writing: Writing, endpoint: EndpointRow, limit: number): number {
  const resumed = deliveryStore(writing.tx).resume(endpoint.id, writing.now, limit);
  for (const shipmentId of new Set(resumed)) enforceOrder(writing, endpoint, shipmentId);
  return resumed.length;
}

/** The endpoints whose backlog does not match their state yet. */
export function unsettledWebhooks({ stores }: Deps, environment: Environment): DueRows {
  return webhooksUnsettled(stores.platform(environment));
}

/** Makes the remaining steps. Each reads the endpoint's row again. */
export async function reconcileFurther(deps: Deps, environment: Environment, id: string): Promise<void> {
  for (let unsettled = true; unsettled && !deps.stopping.aborted; ) {
    unsettled = await write(deps, environment, (writing) => {
      const webhooks = webhookStore(writing.tx);
      const endpoint = webhooks.findById(id);
      if (!endpoint?.unsettled) return false;
      const settled = reconcileBacklog(writing, endpoint);
      webhooks.update(id, settled);
      return settled.unsettled;
    });
  }
}
