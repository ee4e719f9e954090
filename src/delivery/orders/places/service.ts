import { toTimestamp } from "../../../infra/clock.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { forgetHandovers, learnedOf } from "../../lifecycle/places/learning.ts";
import type { PlaceView } from "./schema.ts";

/** What the account's own riders taught about an address. @param line as `lineOf` writes it */
export function getPlace(deps: Deps, { accountId, environment }: Caller, line: string): PlaceView {
  const { db } = deps.stores.platform(environment);
  const { place, last } = learnedOf(deps, { db, accountId }, line);
  return {
    learned: place ?? null,
    last_time: last
      ? {
          latitude: last.latitude,
          longitude: last.longitude,
          handed_over_at: toTimestamp(last.handedOverAt),
        }
      : null,
  };
}

/** Forgets it. Shipments keep the place that they have. @throws AppError `not_found` where nothing was learned */
export function forgetPlace(deps: Deps, caller: Caller, line: string): Promise<void> {
  return write(deps, caller.environment, (writing) => {
    if (forgetHandovers(writing, caller.accountId, line) === 0) throw new AppError("not_found");
  });
}
