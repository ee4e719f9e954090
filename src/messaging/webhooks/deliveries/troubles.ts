import { getAttemptCounts } from "../../../access/usage/service.ts";
import type { Deps } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { hourMs, minuteMs } from "../../../infra/units.ts";
import { type EndpointRow, webhookStore } from "../endpoints/store.ts";
import { nameOf } from "../endpoints/view.ts";
import type { AttemptError } from "./delivery.ts";
import { deliveryLog } from "./log-store.ts";
import { deliveryStore } from "./store.ts";
import { type EndpointTrouble, waitingMax } from "./trouble.ts";

/** A failure or a backlog that is shorter passes by itself. */
const lastsMs = 5 * minuteMs;
const endpointsMax = 200;
const reasonHours = 24;

/** Endpoints of all accounts that have been in trouble for some minutes, at most 200, the longest first. */
export async function findEndpointTroubles(deps: Deps, environment: Environment): Promise<EndpointTrouble[]> {
  const { db } = deps.stores.platform(environment);
  const before = deps.clock.now() - lastsMs;
  const failing = webhookStore(db).listFailing(before, endpointsMax);
  const failingIds = new Set(failing.map(({ id }) => id));
  const slow = deliveryStore(db)
    .webhooksWaiting()
    .filter(({ id, at }) => at <= before && !failingIds.has(id))
    .slice(0, endpointsMax - failing.length)
    .flatMap(({ id, at }) => {
      const row = webhookStore(db).findById(id);
      return row === undefined ? [] : [{ ...row, failingSince: at }];
    });
  const troubles = await Promise.all(
    [...failing, ...slow].map((row) => troubleOf(deps, environment, row, failingIds.has(row.id))),
  );
  // An endpoint that is disabled and that nothing waits for has been dealt with, or is forgotten.
  return troubles.filter(({ state, waiting }) => state !== "disabled" || waiting > 0);
}

async function troubleOf(
  deps: Deps,
  environment: Environment,
  row: EndpointRow,
  isFailing: boolean,
): Promise<EndpointTrouble> {
  const { id: webhookId, accountId, failingSince, disabledReason } = row;
  const isDisabled = disabledReason !== null;
  const log = deliveryLog(deps.stores.platform(environment).db);
  return {
    webhookId,
    accountId,
    environment,
    name: nameOf(row),
    state: isDisabled ? "disabled" : isFailing ? "failing" : "slow",
    since: failingSince ?? row.updatedAt,
    waiting: log.count(webhookId, isDisabled ? "paused" : "pending", waitingMax),
    reason: await commonestFailure(deps, webhookId),
  };
}

async function commonestFailure(deps: Deps, webhookId: string): Promise<AttemptError | null> {
  const thisHour = Math.floor(deps.clock.now() / hourMs);
  const hours = Array.from({ length: reasonHours }, (_, index) => thisHour - index);
  const sums = new Map<string, number>();
  for (const { result, attempts } of await getAttemptCounts(deps, webhookId, hours)) {
    if (result !== "success") sums.set(result, (sums.get(result) ?? 0) + attempts);
  }
  const [most] = [...sums].sort(([, one], [, other]) => other - one);
  return (most?.[0] as AttemptError | undefined) ?? null;
}
