import type { AttentionItemView } from "../../../../delivery/attention/schema.ts";
import type { ShipmentView } from "../../../../delivery/lifecycle/schema.ts";
import type { Job } from "./board.ts";

/** What a person can do about a shipment, the likeliest first. */
export type Action = AttentionItemView["remedies"][number];

/** Of the soonest harm; without any, of the shipment's state. */
export function actionsFor(
  item: AttentionItemView | undefined,
  shipment: ShipmentView | undefined,
  job: Job | undefined,
  isInstallation: boolean,
): readonly Action[] {
  const found = item?.remedies ?? (shipment ? ofState(shipment, job) : []);
  // The page of the shipment has the forms for reports, and an operator has no such page.
  return isInstallation ? found.filter(({ action }) => action !== "report_for_fleet") : found;
}

function ofState({ id, status, assignment }: ShipmentView, job: Job | undefined): Action[] {
  const path = `/api/v1/platform/shipments/${id}`;
  const cancel: Action = { action: "cancel_shipment", method: "POST", path: `${path}/cancellation` };
  const requestQuotes: Action = { action: "request_quotes", method: "POST", path: `${path}/quotes` };
  if (status === "created") return [requestQuotes, cancel];
  if (status === "quoted") {
    return [{ action: "accept_quote", method: "POST", path: `${path}/assignments` }, requestQuotes, cancel];
  }
  const assign: Action[] = job
    ? [
        {
          action: "assign_driver",
          method: "POST",
          path: `/api/v1/platform/assignments/${job.assignmentId}/driver`,
        },
      ]
    : [];
  if (status === "assigned") return [...assign, cancel];
  return assignment ? assign : [];
}
