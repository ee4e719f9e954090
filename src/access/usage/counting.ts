import { type WriteBehind, writeBehind } from "../../infra/db/write-behind.ts";
import { type Deps, inMemory, type Writing } from "../../infra/deps.ts";
import { type Caller, keyOf } from "../../infra/http/principal.ts";
import { dayMs, hourMs } from "../../infra/units.ts";
import { latencyClass } from "./latency.ts";
import { createTally, type OutcomeCount } from "./tally.ts";
import { addCounts } from "./writing.ts";

/**
 * Counts are summed in memory and go to the thread that writes telemetry about once a second; none is dropped. Only
 * answered requests and committed changes count. A killed process loses the counts of its last second, and nothing else.
 */

const waitMs = 1_000;

interface Counting extends WriteBehind {
  tally: ReturnType<typeof createTally>;
}

/** Counts a request once, when its answer is made. `code` is that of a problem that nobody asked for. */
export function countRequest(
  deps: Deps,
  caller: Caller,
  request: { route: string; status: number; code?: string | undefined; durationMs: number },
): void {
  const { tally, soon } = countingOf(deps);
  const { accountId, environment } = caller;
  const key = keyOf(caller);
  tally.addRequests({
    day: dayOf(deps.clock.now()),
    accountId,
    environment,
    keyId: key?.id ?? "",
    route: request.route,
    latency: latencyClass(request.durationMs),
    requests: 1,
    errors: request.status >= 400 && request.status !== 429 ? 1 : 0,
    rateLimited: request.status === 429 ? 1 : 0,
  });
  if (key !== null) {
    const hour = Math.floor(deps.clock.now() / hourMs);
    tally.addResponses({ hour, accountId, environment, code: request.code ?? "", requests: 1 });
  }
  soon();
}

/** Counts an outcome of a shipment or a delivery, when it is durable. */
export function countOutcome(
  { deps, environment, now, afterCommit }: Writing,
  accountId: string,
  kind: OutcomeCount["kind"],
  outcome: string,
): void {
  afterCommit(() => {
    const { tally, soon } = countingOf(deps);
    tally.addOutcomes({ accountId, environment, kind, outcome, day: dayOf(now), total: 1 });
    soon();
  });
}

/** Counts a delivery attempt by its result, `success` or the reason of the failure, when it is durable. */
export function countWebhookAttempt(
  { deps, now, afterCommit }: Writing,
  { webhookId, result, durationMs }: { webhookId: string; result: string; durationMs: number },
): void {
  afterCommit(() => {
    const { tally, soon } = countingOf(deps);
    tally.addAttempts({
      hour: Math.floor(now / hourMs),
      webhookId,
      result,
      latency: latencyClass(durationMs),
      attempts: 1,
      lastAt: now,
    });
    soon();
  });
}

/** Writes the counts now. */
export function flushUsage(deps: Deps): Promise<void> {
  return countingOf(deps).flush();
}

function dayOf(now: number): number {
  return Math.floor(now / dayMs);
}

const countingOf = inMemory((deps): Counting => {
  const tally = createTally();
  const report = (error: unknown) => deps.log.warn({ err: error }, "Writing usage failed; will retry");
  return { tally, ...writeBehind(waitMs, () => writeOut(deps, tally), report) };
});

async function writeOut(deps: Deps, tally: Counting["tally"]): Promise<void> {
  const counts = tally.take();
  try {
    await deps.stores.telemetry.run(addCounts, counts);
  } catch (error) {
    // If the thread ends between its commit and its reply, these count twice: better than not at all.
    tally.putBack(counts);
    throw error;
  }
}
