import type { AccountEnvironment } from "../../../access/model.ts";
import { getAttemptCounts } from "../../../access/usage/service.ts";
import type { AttemptCount } from "../../../access/usage/tally.ts";
import type { Deps } from "../../../infra/deps.ts";
import { hourMs } from "../../../infra/units.ts";
import { webhookStore } from "../endpoints/store.ts";
import { deliveryLog } from "./log-store.ts";
import { type EndpointHealth, waitingMax } from "./trouble.ts";

const healthHours = 24;

/** The endpoints of an account, newest first. */
export function listEndpointHealth(
  deps: Deps,
  { accountId, environment }: AccountEnvironment,
): Promise<EndpointHealth[]> {
  const { db } = deps.stores.platform(environment);
  const log = deliveryLog(db);
  const thisHour = Math.floor(deps.clock.now() / hourMs);
  const hours = Array.from({ length: healthHours }, (_, index) => thisHour - index);
  const rows = webhookStore(db).listOfAccount(accountId).toReversed();
  return Promise.all(
    rows.map(async (row) => {
      const counts = await getAttemptCounts(deps, row.id, hours);
      return {
        row,
        waiting: log.count(row.id, row.disabledReason === null ? "pending" : "paused", waitingMax),
        oldestDueAt: log.oldestDue(row.id),
        attempts: sumOf(counts),
        succeeded: sumOf(counts.filter(({ result }) => result === "success")),
      };
    }),
  );
}

function sumOf(counts: readonly AttemptCount[]): number {
  return counts.reduce((sum, { attempts }) => sum + attempts, 0);
}
