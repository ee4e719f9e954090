import { type Deps, write } from "../../infra/deps.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { deleteKeys } from "../../infra/idempotency/service.ts";
import { forgetHistory } from "./history.ts";

/** A reset keeps webhooks, carriers and drivers, and so the idempotency keys of requests below these paths. */
const keptPaths = ["/api/v1/platform/webhooks", "/api/v1/platform/carriers", "/api/v1/platform/drivers"];

/**
 * Deletes the account's shipments, quotes, events, deliveries and logged requests, and keeps its webhook endpoints and
 * carriers.
 */
export async function resetSandbox(deps: Deps, { accountId, environment }: Caller): Promise<void> {
  const begunAt = deps.clock.now();
  await forgetHistory(deps, environment, accountId);
  await write(deps, environment, (writing) => deleteKeys(writing, accountId, begunAt, keptPaths));
  await deps.stores.platform(environment).emptyLog();
}
