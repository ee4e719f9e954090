import type { AttentionItemView } from "@/delivery/fleet/attention/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { Job } from "../../assigning/job.ts";

/** What a person can do about a shipment, the likeliest first. */
export type Action = AttentionItemView["remedies"][number];

/** Of its troubles, the soonest harm first; without any, of the shipment's state. Only the first can be dismissed. */
export function actionsFor(
  items: readonly AttentionItemView[],
  shipment: ShipmentView | undefined,
  job: Job | undefined,
): readonly Action[] {
  const [first] = items;
  if (!first) return shipment ? ofState(shipment, job) : [];
  const isDismissal = ({ action }: Action) => action === "dismiss";
  const all = items.flatMap(({ remedies }) => remedies.filter((remedy) => !isDismissal(remedy)));
  const each = all.filter(({ action }, index) => all.findIndex((other) => other.action === action) === index);
  return [...each, ...first.remedies.filter(isDismissal)];
}

/** What an operator can do about a job. */
export function actionsForJob(item: AttentionItemView | undefined, job: Job | undefined): readonly Action[] {
  // The page of the shipment has the forms for reports, and an operator has no such page.
  if (item) return item.remedies.filter(({ action }) => action !== "report_for_fleet");
  return job ? [assigning("operator", job)] : [];
}

function assigning(side: "platform" | "operator", { assignmentId }: Job): Action {
  const path = `/api/v1/${side}/assignments/${assignmentId}/driver`;
  return { action: "assign_driver", method: "POST", path };
}

function ofState({ id, status, assignment }: ShipmentView, job: Job | undefined): Action[] {
  const path = `/api/v1/platform/shipments/${id}`;
  const cancel: Action = { action: "cancel_shipment", method: "POST", path: `${path}/cancellation` };
  const requestQuotes: Action = { action: "request_quotes", method: "POST", path: `${path}/quotes` };
  if (status === "created") return [requestQuotes, cancel];
  if (status === "quoted") {
    return [{ action: "accept_quote", method: "POST", path: `${path}/assignments` }, requestQuotes, cancel];
  }
  const assign = job ? [assigning("platform", job)] : [];
  if (status === "assigned") return [...assign, cancel];
  return assignment ? assign : [];
}
