import { toTimestamp } from "../../../infra/clock.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { readPage } from "../../../infra/http/pagination.ts";
import { isSignature, sign } from "../../../infra/ids.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { settleOrderWaiting } from "../../fleet/attention/orders.ts";
import { isRecallable, requireRecallable } from "../../fleet/recalls/recallable.ts";
import { awaitCancellation, beginCancellation } from "../../lifecycle/cancelling.ts";
import { getLabel, type Label } from "../../lifecycle/labels/service.ts";
import { requestRecall } from "../../lifecycle/recalling.ts";
import { findShipment, withAssignment } from "../../lifecycle/state/reading.ts";
import type { AssignmentRow, ShipmentRow } from "../../lifecycle/state/rows.ts";
import type { ShipmentView } from "../../lifecycle/state/schema.ts";
import { isFinal, mayMove } from "../../lifecycle/state/status.ts";
import { trackingUrl } from "../../lifecycle/state/tracking-link.ts";
import { toShipmentView } from "../../lifecycle/state/view.ts";
import { receiptMs } from "./form.ts";
import { type OpenForm, type Orderer, openForm } from "./opening.ts";
import { type FormOrderRow, formOrderStore } from "./order-store.ts";
import type { PublicOrderQuery, PublicOrderView } from "./public-schema.ts";

/** What a customer sees of own orders, and does with them. */

/** How a customer shows who may see an order: a device with a code, or for a day the order's receipt. */
export interface OrderReader extends Orderer {
  receipt: string | null;
}

const receiptText = (orderId: string) => `receipt ${orderId}`;

/** Shows an order to whoever placed it: made from its id, so that a repeated request gets the same. */
export function receiptOf({ cursorKey }: Deps, orderId: string): string {
  return sign(cursorKey, receiptText(orderId)).toString("base64url");
}

function isReceipt({ cursorKey }: Deps, orderId: string, receipt: string): boolean {
  return isSignature(Buffer.from(receipt, "base64url"), cursorKey, receiptText(orderId));
}

/** @throws AppError as `openForm`, `not_found`, `order_code_needed` */
export async function readOrder(deps: DeliveryDeps, by: OrderReader, id: string): Promise<PublicOrderView> {
  const open = await openForm(deps, by);
  return publicOrder(deps, open, requireOrder(deps, open, by, id));
}

/** Newest first. @throws AppError as `openForm`, `order_code_needed` */
export async function listOwnOrders(deps: DeliveryDeps, by: Orderer, query: PublicOrderQuery) {
  const open = await openForm(deps, by);
  refuseUnknownDevice(open);
  const { environment, accountId, form } = open;
  const { db } = deps.stores.platform(environment);
  const list = { name: "own_orders", of: { accountId, environment }, filters: { formId: form.id } };
  return readPage(deps, list, query, {
    read: (before, limit) => formOrderStore(db).ofForm(form.id, before, limit),
    placeOf: ({ id }) => id,
    view: (row: FormOrderRow) => publicOrder(deps, open, row),
  });
}

/**
 * Cancels an order as far as the form and its state allow. One that is cancelled already is shown as it is.
 * @throws AppError as `openForm`, `not_found`, `order_code_needed`, `order_right_missing`, `shipment_not_cancellable`
 */
export async function cancelOrder(deps: DeliveryDeps, by: Orderer, id: string): Promise<PublicOrderView> {
  const open = await openForm(deps, by);
  refuseUnknownDevice(open);
  const { environment, accountId } = open;
  const { db } = deps.stores.platform(environment);
  requireOwn(open, formOrderStore(db).find(id));
  if (!open.form.may.includes("cancel")) throw new AppError("order_right_missing");
  const why = { reason_code: "cancelled_by_client", message: null } as const;
  const asked = await write(deps, environment, (writing: DeliveryWriting): string | null => {
    const row = requireOwn(open, formOrderStore(writing.tx).find(id));
    if (row.shipmentId !== null)
      return beginCancellation(writing, { accountId, environment }, row.shipmentId, why).asked;
    if (row.state === "waiting") {
      const { now: decidedAt } = writing;
      formOrderStore(writing.tx).change(id, { state: "withdrawn", decidedAt, version: row.version + 1 });
      settleOrderWaiting(writing, id);
    }
    return null;
  });
  if (asked !== null) await awaitCancellation(deps, environment, asked);
  return publicOrder(deps, open, requireOwn(open, formOrderStore(db).find(id)));
}

/**
 * Calls back the goods of an order that are on their way, as far as the form and its state allow. Once asked, the order
 * is shown as it is.
 * @throws AppError as `cancelOrder`, `shipment_not_recallable`, `shipment_redacted`, `not_own_fleet`
 */
export async function recallOrder(deps: DeliveryDeps, by: Orderer, id: string): Promise<PublicOrderView> {
  const open = await openForm(deps, by);
  refuseUnknownDevice(open);
  const { environment, form } = open;
  const { db } = deps.stores.platform(environment);
  requireOwn(open, formOrderStore(db).find(id));
  if (!form.may.includes("recall")) throw new AppError("order_right_missing");
  await write(deps, environment, (writing: DeliveryWriting) => {
    const { shipmentId } = requireOwn(open, formOrderStore(writing.tx).find(id));
    const shipment = shipmentId === null ? undefined : findShipment(writing.tx, shipmentId);
    if (!shipment) throw new AppError("shipment_not_recallable", { detail: "Nobody has its goods." });
    requireRecallable(writing.tx, shipment, "account");
    requestRecall(writing, shipment, { by: "client", reason: `${form.customer.name} asked for them.` });
  });
  return publicOrder(deps, open, requireOwn(open, formOrderStore(db).find(id)));
}

/** The label of an order as PDF. @throws AppError as `readOrder`, and as `getLabel` */
export async function orderLabel(deps: DeliveryDeps, by: OrderReader, id: string): Promise<Label> {
  const open = await openForm(deps, by);
  const { shipmentId } = requireOrder(deps, open, by, id);
  if (shipmentId === null) throw new AppError("label_not_ready");
  const { accountId, environment } = open;
  return getLabel(deps, { accountId, environment }, shipmentId, { format: "pdf" });
}

function requireOrder(
  deps: DeliveryDeps,
  open: OpenForm,
  { receipt }: OrderReader,
  id: string,
): FormOrderRow {
  const { db } = deps.stores.platform(open.environment);
  const row = formOrderStore(db).find(id);
  const isFresh = row !== undefined && deps.clock.now() < row.createdAt + receiptMs;
  if (receipt !== null && isFresh && isReceipt(deps, id, receipt)) return requireOwn(open, row);
  refuseUnknownDevice(open);
  return requireOwn(open, row);
}

/** @throws AppError `not_found` */
function requireOwn({ form }: OpenForm, row: FormOrderRow | undefined): FormOrderRow {
  if (row?.formId !== form.id) throw new AppError("not_found");
  return row;
}

/** @throws AppError `order_code_needed` */
function refuseUnknownDevice({ isKnownDevice }: OpenForm): void {
  if (!isKnownDevice) throw new AppError("order_code_needed");
}

/** An order as its customer sees it: what was asked, or how its shipment stands. */
export function publicOrder(
  deps: DeliveryDeps,
  { environment, form }: OpenForm,
  row: FormOrderRow,
): PublicOrderView {
  const { db } = deps.stores.platform(environment);
  const shipment = row.shipmentId === null ? undefined : findShipment(db, row.shipmentId);
  const common = {
    id: row.id,
    state: row.state,
    message: row.message,
    created_at: toTimestamp(row.createdAt),
  };
  const mayCancel = form.may.includes("cancel");
  if (!shipment) {
    const { order, price = null } = row.asked ?? {};
    return {
      ...common,
      ...nothingYet,
      reference: order?.reference ?? null,
      recipient: order?.delivery.contact.name ?? "",
      town: order?.delivery.address.city ?? "",
      window: order?.delivery.window ?? null,
      price,
      can_cancel: mayCancel && row.state === "waiting",
    };
  }
  const { assignment } = withAssignment(db, shipment);
  const view: ShipmentView = toShipmentView(shipment, assignment, environment, trackingUrl(deps, shipment));
  return {
    ...common,
    status: view.status,
    substatus: view.substatus,
    reference: view.reference,
    recipient: shipment.redactedAt === null ? view.delivery.contact.name : "",
    town: view.delivery.address.city,
    window: view.delivery.window,
    price: view.customer_price ?? null,
    is_price_final: view.customer_price != null,
    estimated_pickup_at: view.estimated_pickup_at,
    estimated_delivery_at: view.estimated_delivery_at,
    delivered_at: view.delivered_at,
    tracking_number: view.tracking_number,
    tracking_url: view.tracking_url,
    has_label: hasLabel(shipment, assignment),
    can_cancel: mayCancel && mayMove(shipment.status, "cancelled", "client"),
    can_recall: form.may.includes("recall") && isRecallable(db, shipment),
    recall_requested_at: view.recall_requested_at ?? null,
  };
}

/** What is over has none, but a carrier may have made one. */
function hasLabel({ status }: ShipmentRow, assignment: AssignmentRow | null): boolean {
  return assignment !== null && !isFinal(status) && (assignment.carrierLabel ?? "ready") === "ready";
}

const nothingYet = {
  status: null,
  substatus: null,
  is_price_final: false,
  estimated_pickup_at: null,
  estimated_delivery_at: null,
  delivered_at: null,
  tracking_number: null,
  tracking_url: null,
  has_label: false,
  can_recall: false,
  recall_requested_at: null,
} as const;
