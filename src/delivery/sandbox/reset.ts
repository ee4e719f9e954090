import type { Deps, Writing } from "../../infra/deps.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { deleteKeys } from "../../infra/idempotency/service.ts";
import { forgetHistory } from "../privacy/account/history.ts";
import { withoutRushHour } from "./rush-hour/service.ts";

/** A reset keeps webhooks, carriers, drivers and order forms, and so the idempotency keys of requests below these paths. */
const keptPaths = ["webhooks", "carriers", "drivers", "order-forms"].map(
  (noun) => `/api/v1/platform/${noun}`,
);

/**
 * Deletes the account's shipments, quotes, events, deliveries and logged requests, and keeps its webhook endpoints and
 * carriers.
 * @param atEnd called in the transaction that finds nothing left
 */
export async function resetSandbox(
  deps: Deps,
  { accountId, environment }: Caller,
  atEnd: (writing: Writing) => void = () => {},
): Promise<void> {
  await withoutRushHour(deps, accountId, () =>
    forgetHistory(deps, environment, accountId, (writing) => {
      deleteKeys(writing, accountId, deps.realClock.now(), keptPaths);
      atEnd(writing);
    }),
  );
  await deps.stores.platform(environment).emptyLog();
}
