import { queueAudit } from "../../../access/audit/outbox.ts";
import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { readPage } from "../../../infra/http/pagination.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { beginOnce, saveAnswer, writeOnce } from "../../../infra/idempotency/service.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { settleOrderWaiting } from "../../fleet/attention/orders.ts";
import { refuseForbidden } from "../shipments/new-shipment.ts";
import type { CreatedShipmentView, ShipmentDraft } from "../shipments/schema.ts";
import { acceptStored, atOnceOf, storeShipment } from "../shipments/service.ts";
import { windowErrors } from "../shipments/window.ts";
import { draftOf } from "./drafting.ts";
import type { ApproveOrder, OrderRequestQuery, OrderRequestView, RefuseOrder } from "./order-schema.ts";
import { type FormOrderRow, formOrderStore } from "./order-store.ts";
import { requireForm } from "./service.ts";
import { type OrderFormRow, orderFormStore } from "./store.ts";
import { toOrderRequestView } from "./view.ts";

/** What an account does with the orders of its customers. */

export function listOrderRequests(deps: Deps, caller: Caller, query: OrderRequestQuery) {
  const { environment, accountId } = caller;
  const { db } = deps.stores.platform(environment);
  const { state, order_form_id: formId } = query;
  return readPage(deps, { name: "order_requests", of: caller, filters: { state, formId } }, query, {
    read: (before, limit) => formOrderStore(db).list({ accountId, formId, state, before, limit }),
    placeOf: ({ id }) => id,
    view: (row: FormOrderRow) => viewOf(db, caller, row),
  });
}

/** @throws AppError `not_found` */
export function getOrderRequest(deps: Deps, caller: Caller, id: string): OrderRequestView {
  const { db } = deps.stores.platform(caller.environment);
  return viewOf(db, caller, requireOrderRequest(db, caller, id));
}

/**
 * Makes the shipment of a request, once, and accepts an offer for it if that is wanted.
 * @throws AppError `not_found`, `order_request_closed`, `validation_failed`, `scope_missing`, `storage_quota_exceeded`
 */
export async function approveOrder(
  deps: DeliveryDeps,
  caller: Caller,
  id: string,
  input: ApproveOrder,
): Promise<CreatedShipmentView> {
  const { accept, ...changes } = input ?? {};
  refuseForbidden(caller, { accept });
  const { db } = deps.stores.platform(caller.environment);
  const before = requireOrderRequest(db, caller, id);
  const atOnce = await atOnceOf(deps, caller, { ...servicesAsked(db, caller, before), ...input });
  const begun = await beginOnce<{ id: string; draft: ShipmentDraft }, CreatedShipmentView, DeliveryDeps>(
    deps,
    caller,
    (writing) => approveIn(writing, caller, id, changes),
  );
  if ("answer" in begun) return begun.answer;
  const { written: stored } = begun;
  const { shipmentId } = requireOrderRequest(db, caller, before.id);
  const shown = await acceptStored(deps, caller, shipmentId ?? stored.id, { input: stored.draft, atOnce });
  return saveAnswer(deps, caller, shown);
}

/** What the order is limited to, unless the approval says otherwise. */
function servicesAsked(
  db: Db,
  caller: Caller,
  { formId, asked }: FormOrderRow,
): Pick<ShipmentDraft, "services"> {
  if (asked === null) return {};
  const { services } = draftOf(requireForm(db, caller, formId), asked.order);
  return { ...(services != null && { services }) };
}

function approveIn(
  writing: DeliveryWriting,
  caller: Caller,
  id: string,
  { carriers, services, pickup_window, delivery_window }: Omit<NonNullable<ApproveOrder>, "accept">,
): { id: string; draft: ShipmentDraft } {
  const { tx, now } = writing;
  const row = requireOrderRequest(tx, caller, id);
  if (row.state !== "waiting" || row.asked === null) throw closed(row);
  const form = requireForm(tx, caller, row.formId);
  const asked = draftOf(form, row.asked.order);
  const draft: ShipmentDraft = {
    ...asked,
    pickup: { ...asked.pickup, ...(pickup_window !== undefined && { window: pickup_window }) },
    delivery: { ...asked.delivery, ...(delivery_window !== undefined && { window: delivery_window }) },
    ...(carriers !== undefined && { carriers }),
    ...(services !== undefined && { services }),
  };
  refuseOver(draft, now);
  const shipment = storeShipment(writing, caller.accountId, draft, { orderForm: form });
  settleOrderWaiting(writing, id);
  formOrderStore(tx).change(id, {
    state: "approved",
    asked: null,
    shipmentId: shipment.id,
    decidedAt: now,
    expiresAt: null,
    version: row.version + 1,
  });
  queueAudit(writing, caller, {
    action: "order_request.approved",
    target: { type: "order_request", id, name: null },
  });
  return { id: shipment.id, draft };
}

/** A window may be over by now. @throws AppError `validation_failed` */
function refuseOver(draft: ShipmentDraft, now: number): void {
  const errors = windowErrors(draft, now).map((error) => ({
    ...error,
    pointer: (error.pointer ?? "#")
      .replace("#/pickup/window", "#/pickup_window")
      .replace("#/delivery/window", "#/delivery_window"),
  }));
  if (errors.length > 0) throw new AppError("validation_failed", { errors });
}

/** Refuses a request, with a word for the customer. @throws AppError `not_found`, `order_request_closed` */
export function refuseOrder(
  deps: Deps,
  caller: Caller,
  id: string,
  input: RefuseOrder,
): Promise<OrderRequestView> {
  return writeOnce(deps, caller, (writing) => {
    const { tx, now } = writing;
    const row = requireOrderRequest(tx, caller, id);
    if (row.state !== "waiting") throw closed(row);
    const change = { state: "refused", message: input?.message ?? null, decidedAt: now } as const;
    formOrderStore(tx).change(id, { ...change, version: row.version + 1 });
    settleOrderWaiting(writing, id);
    queueAudit(writing, caller, {
      action: "order_request.refused",
      target: { type: "order_request", id, name: null },
    });
    return viewOf(tx, caller, requireOrderRequest(tx, caller, id));
  });
}

/** @throws AppError `not_found` */
export function requireOrderRequest(
  db: Db | Tx,
  { accountId }: Pick<Caller, "accountId">,
  id: string,
): FormOrderRow {
  const row = formOrderStore(db).find(id);
  if (row?.accountId !== accountId) throw new AppError("not_found");
  return row;
}

function viewOf(db: Db | Tx, { environment }: Caller, row: FormOrderRow): OrderRequestView {
  const form: Pick<OrderFormRow, "name"> = orderFormStore(db).find(row.formId) ?? { name: "" };
  return toOrderRequestView(row, form, environment);
}

function closed({ state, shipmentId }: FormOrderRow): AppError {
  return new AppError("order_request_closed", {
    detail: `The request is ${state}.`,
    members: { state, shipment_id: shipmentId },
  });
}
