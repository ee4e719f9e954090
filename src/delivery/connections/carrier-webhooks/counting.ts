import type { Deps } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { carrierHookStore } from "./store.ts";

/** How many webhooks of a carrier wait for a person, up to a limit. */
export function countFailedHooks({ stores }: Deps, environment: Environment, carrierId: string): number {
  return carrierHookStore(stores.platform(environment).db).countFailed(carrierId);
}
