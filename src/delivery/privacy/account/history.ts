import { forgetFaults } from "../../../access/faults/service.ts";
import { forgetRequests } from "../../../access/request-log/service.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { forgetEvents } from "../../../messaging/events/service.ts";
import { forgetMessages } from "../../../messaging/webhooks/inbox/service.ts";
import { forgetDeliveriesOfAccount } from "../../../messaging/webhooks/removal.ts";
import { forgetImages } from "../../carriers/images/service.ts";
import { forgetWebhooksOfAccount } from "../../connections/carrier-webhooks/forgetting.ts";
import { forgetDriverPositions } from "../../fleet/positions/service.ts";
import { forgetCharges } from "../../lifecycle/charges/service.ts";
import { forgetShipments } from "../../lifecycle/state/redaction.ts";
import { forgetOrders } from "../../orders/order-forms/forgetting.ts";
import { forgetSchedules } from "../../orders/schedules/forgetting.ts";

/** The most shipments, and the most events, that one step deletes. */
const stepMax = 100;

/**
 * Deletes what an account has done in an environment: schedules, orders, shipments, quotes, events, deliveries and logged requests. Each
 * step is a transaction of its own, so a full environment keeps nobody else waiting.
 * @param atEnd called in the transaction that finds nothing left
 */
export async function forgetHistory(
  deps: Deps,
  environment: Environment,
  accountId: string,
  atEnd: (writing: Writing) => void = () => {},
): Promise<void> {
  const forgetSome = () =>
    write(deps, environment, (writing) => {
      forgetMessages(writing, accountId);
      forgetFaults(writing, accountId);
      const count =
        // First: deleting an event deletes all its deliveries with it, however many attempts they have.
        forgetDeliveriesOfAccount(writing, accountId) ||
        forgetSchedules(writing, accountId, stepMax) +
          forgetOrders(writing, accountId, stepMax) +
          forgetShipments(writing, accountId, stepMax) +
          forgetCharges(writing, accountId, stepMax) +
          forgetEvents(writing, accountId, stepMax) +
          forgetImages(writing, accountId, stepMax) +
          forgetDriverPositions(writing, accountId, stepMax) +
          forgetWebhooksOfAccount(writing, accountId, stepMax);
      if (count === 0) atEnd(writing);
      return count;
    });
  while ((await forgetSome()) > 0);
  await forgetRequests(deps, { accountId, environment });
}
