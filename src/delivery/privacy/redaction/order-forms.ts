import { queueAudit } from "../../../access/audit/outbox.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { isId } from "../../../infra/ids.ts";
import { removeForm, removeOrder, unusedForms } from "../../orders/order-forms/forgetting.ts";
import { requireOrderRequest } from "../../orders/order-forms/requests.ts";
import { requireForm } from "../../orders/order-forms/service.ts";
import { eraseFilesOf, eraseFound } from "./steps.ts";

/** Erases order forms with their customers, and what was ordered and never became a shipment. */

/** Erases a form with its requests, devices and codes. Shipments stay. @throws AppError `not_found`, `precondition_failed` */
export async function deleteOrderForm(
  deps: Deps,
  caller: Caller,
  id: string,
  accepts: (version: number) => boolean,
): Promise<void> {
  await write(deps, caller.environment, (writing) => {
    if (!accepts(requireForm(writing.tx, caller, id).version)) throw new AppError("precondition_failed");
    eraseForm(writing, id);
    const target = { type: "order_form", id, name: null } as const;
    queueAudit(writing, caller, { action: "order_form.removed", target });
  });
}

/** Erases an order, and no shipment. @throws AppError `not_found`, `order_request_closed` for one with a shipment */
export async function deleteOrderRequest(deps: Deps, caller: Caller, id: string): Promise<void> {
  await write(deps, caller.environment, (writing) => {
    const { state, shipmentId } = requireOrderRequest(writing.tx, caller, id);
    if (shipmentId !== null) {
      const members = { state, shipment_id: shipmentId };
      throw new AppError("order_request_closed", { detail: `The request is ${state}.`, members });
    }
    eraseOrder(writing, id);
    const target = { type: "order_request", id, name: null } as const;
    queueAudit(writing, caller, { action: "order_request.removed", target });
  });
}

/** Erases an account's forms that nobody used since a time. */
export async function eraseUnusedForms(
  deps: Deps,
  environment: Environment,
  accountId: string,
  before: number,
): Promise<void> {
  await eraseFound(
    deps,
    environment,
    (db, limit) => unusedForms(db, accountId, before, limit),
    (writing, id) => eraseForm(writing, id, before),
  );
}

/** Erases what was ordered and never became a shipment, when its time is over. */
export async function eraseOverdueOrder(deps: Deps, environment: Environment, id: string): Promise<void> {
  await write(deps, environment, (writing) => eraseOrder(writing, id, writing.now));
}

/** Erases what a restored backup brought back. */
export async function eraseOrderOrFormAgain(deps: Deps, environment: Environment, id: string): Promise<void> {
  await write(deps, environment, (writing) => (isId("frm", id) ? eraseForm : eraseOrder)(writing, id));
}

function eraseForm(writing: Writing, id: string, unusedSince?: number): void {
  const removed = removeForm(writing, id, unusedSince);
  if (!removed) return;
  for (const erased of [id, ...removed.orderIds]) eraseFilesOf(writing, erased, removed.accountId);
}

/** @param until erases it only if it is not kept after that */
export function eraseOrder(writing: Writing, id: string, until?: number): void {
  eraseFilesOf(writing, id, removeOrder(writing, id, until));
}
