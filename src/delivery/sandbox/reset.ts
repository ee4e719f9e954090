import { forgetFaults } from "../../access/faults/service.ts";
import { forgetRequests } from "../../access/request-log/service.ts";
import { type Deps, write } from "../../infra/deps.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { deleteKeys } from "../../infra/idempotency/service.ts";
import { forgetEvents } from "../../messaging/events/service.ts";
import { forgetMessages } from "../../messaging/webhooks/inbox/service.ts";
import { forgetDeliveriesOfAccount } from "../../messaging/webhooks/removal.ts";
import { forgetCharges } from "../charges/service.ts";
import { forgetImages } from "../images/service.ts";
import { forgetShipments } from "../lifecycle/change.ts";
import { forgetTracks } from "../tracks/service.ts";
import { forgetRushHour } from "./rush-hour/ending.ts";

/** A reset keeps webhooks, carriers and drivers, and so the idempotency keys of requests below these paths. */
const keptPaths = ["/api/v1/platform/webhooks", "/api/v1/platform/carriers", "/api/v1/platform/drivers"];
/** The most shipments, and the most events, that one step of a reset deletes. */
const resetStepMax = 100;

/**
 * Deletes the account's shipments, quotes, events, deliveries and logged requests, and keeps its webhook endpoints and
 * carriers. Each step is a transaction of its own, so a full sandbox keeps nobody else waiting.
 */
export async function resetSandbox(deps: Deps, caller: Caller): Promise<void> {
  const begunAt = deps.clock.now();
  // First, or it would create shipments meanwhile.
  await write(deps, caller.environment, (writing) => {
    forgetRushHour(writing, caller.accountId);
    forgetMessages(writing, caller.accountId);
    forgetFaults(writing, caller.accountId);
  });
  const forgetSome = () =>
    write(
      deps,
      caller.environment,
      (writing) =>
        // First: deleting an event deletes all its deliveries with it, however many attempts they have.
        forgetDeliveriesOfAccount(writing, caller.accountId) ||
        forgetShipments(writing, caller.accountId, resetStepMax) +
          forgetCharges(writing, caller.accountId, resetStepMax) +
          forgetEvents(writing, caller.accountId, resetStepMax) +
          forgetImages(writing, caller.accountId, resetStepMax) +
          forgetTracks(writing, caller.accountId, resetStepMax),
    );
  while ((await forgetSome()) > 0);
  await write(deps, caller.environment, (writing) =>
    deleteKeys(writing, caller.accountId, begunAt, keptPaths),
  );
  await forgetRequests(deps, caller);
  await deps.stores.platform(caller.environment).emptyLog();
}
