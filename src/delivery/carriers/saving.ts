import type { DueRows } from "../../infra/db/due-rows.ts";
import { type Deps, write } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import { minuteMs } from "../../infra/units.ts";
import { isRecent } from "./counts.ts";
import { carrierStates, watchCounts } from "./health.ts";
import { healthStore } from "./health-store.ts";
import { carrierStore } from "./store.ts";

/** Stores how carriers answered, a minute after the first count that is not stored. */

const saveAfterMs = minuteMs;

/** Carriers with counts that their row does not have. */
export function unsavedHealth(deps: Deps, environment: Environment): DueRows {
  const dueAt = (since: number) => since + saveAfterMs;
  return {
    read: (from, limit) =>
      [...carrierStates(deps, environment)]
        .flatMap(([id, { unsavedSince }]) =>
          unsavedSince === undefined ? [] : [{ id, at: dueAt(unsavedSince) }],
        )
        .filter(({ at }) => at >= from)
        .sort((a, b) => a.at - b.at)
        .slice(0, limit),
    watch: (listener) => watchCounts(deps, environment, (id, since) => listener(id, dueAt(since))),
    isEmpty: deps.stores.platform(environment).isUntouched,
    synced: deps.stores.platform(environment).synced,
  };
}

export async function saveHealth(deps: Deps, environment: Environment, carrierId: string): Promise<void> {
  const state = carrierStates(deps, environment).get(carrierId);
  if (!state) return;
  const { unsavedSince } = state;
  state.unsavedSince = undefined;
  try {
    await write(deps, environment, ({ tx, now }) => {
      // A deleted carrier's health is forgotten.
      if ((carrierStore(tx).find(carrierId)?.deletedAt ?? null) !== null) return;
      const hours = state.hours.filter(({ hour }) => isRecent(hour, now));
      healthStore(tx).save({ carrierId, hours, lastError: state.lastError });
    });
  } catch (error) {
    state.unsavedSince = unsavedSince;
    throw error;
  }
}
