import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { type EndpointRow, webhookStore } from "../endpoints/store.ts";
import { keepOrder } from "./ordering.ts";
import { deliveryStore } from "./store.ts";

// What waits for an endpoint follows what its owner says of it. A backlog may be a million rows, so that it does in
// steps between which others write; until the last one the endpoint is `unsettled`, and nothing is sent to it.

/** A step takes some milliseconds, also where each row has its order to be kept. */
const stepRows = 100;

type Settled = Pick<EndpointRow, "unsettled" | "discardThrough">;

/**
 * A first step, in the transaction that has enabled or disabled the endpoint, has changed its order or has set
 * `discardThrough`; mostly it is the last one too. What is kept of a disabled endpoint waits as `paused`; enabled
 * again, all of it is due now, and so is what waited for another where there is no order any more.
 * @returns what the endpoint's row is to say
 */
export function settleBacklog(writing: Writing, endpoint: EndpointRow): Settled {
  return step(writing, endpoint)
    ? { unsettled: false, discardThrough: null }
    : { unsettled: true, discardThrough: endpoint.discardThrough };
}

/** All that waits now is to be discarded. @returns how many that is, and what the endpoint's row is to say */
export function discardBacklog(
  writing: Writing,
  endpoint: EndpointRow,
): { discarded: number; settled: Settled } {
  const { count, last } = deliveryStore(writing.tx).waiting(endpoint.id);
  return { discarded: count, settled: settleBacklog(writing, { ...endpoint, discardThrough: last }) };
}

/** @returns whether that was all */
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
  for (const shipmentId of new Set(resumed)) keepOrder(writing, endpoint, shipmentId);
  return resumed.length;
}

/** The endpoints whose backlog is on its way. */
export function unsettledWebhooks(deps: Deps, environment: Environment, limit: number): string[] {
  return webhookStore(deps.stores.platform(environment).db).unsettled(limit);
}

/** The remaining steps, by what the endpoint's row says at each. */
export async function settleFurther(deps: Deps, environment: Environment, id: string): Promise<void> {
  for (let unsettled = true; unsettled && !deps.stopping.aborted; ) {
    unsettled = await write(deps, environment, (writing) => {
      const webhooks = webhookStore(writing.tx);
      const endpoint = webhooks.findById(id);
      if (!endpoint?.unsettled) return false;
      const settled = settleBacklog(writing, endpoint);
      webhooks.update(id, settled);
      return settled.unsettled;
    });
  }
}
