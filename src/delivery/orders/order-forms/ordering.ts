import { retryAfter } from "../../../access/limits/limiter.ts";
import { refuseOverStorage } from "../../../access/limits/storage.ts";
import { write } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { parseKey } from "../../../infra/idempotency/idempotency.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { raiseOrderWaiting } from "../../fleet/attention/orders.ts";
import { storeShipment } from "../shipments/service.ts";
import { acceptOrder } from "./accepting.ts";
import { dayLeftMs, ordersLeft } from "./day.ts";
import { draftOf, refuseInvalidOrder, refuseNotOffered } from "./drafting.ts";
import { priceOf } from "./estimating.ts";
import { ownFleets } from "./fleets.ts";
import { acceptAgainMs, requestKeptMs } from "./form.ts";
import { type OpenForm, type Orderer, openForm, refusePaused } from "./opening.ts";
import type { Asked, PlaceOrder } from "./order-schema.ts";
import { type FormOrderRow, formOrderStore } from "./order-store.ts";
import { publicOrder, receiptOf } from "./own-orders.ts";
import type { PlacedOrderView } from "./public-schema.ts";
import { orderFormStore } from "./store.ts";

/** A customer orders. */

/**
 * Stores an order once for each key: as a request, or where nobody approves as a shipment, for which the own fleets'
 * cheapest offer is accepted.
 * @throws AppError as `openForm`, `order_form_paused`, `validation_failed`, `idempotency_key_reused`,
 * `order_limit_reached`, `storage_quota_exceeded`, `shipment_too_large`
 */
export async function placeOrder(
  deps: DeliveryDeps,
  by: Orderer,
  key: string | null,
  input: PlaceOrder,
): Promise<PlacedOrderView> {
  const open = await openForm(deps, by);
  const once = { keyHash: sha256Hex(parseKey(key ?? "")), fingerprint: sha256Hex(JSON.stringify(input)) };
  const { db } = deps.stores.platform(open.environment);
  const known = knownOrder(formOrderStore(db).findByKey(open.form.id, once.keyHash), once.fingerprint);
  if (known) return placed(deps, open, known);
  refusePaused(open.form, deps.clock.now());
  refuseNotOffered(deps, open, input);
  const draft = draftOf(open.form, input);
  refuseInvalidOrder(deps, draft);
  const asked: Asked = { order: input, price: await priceOf(deps, open, draft) };
  const fleets = ownFleets(deps, open).map(({ identity }) => identity.id);
  const order = await write(deps, open.environment, (writing: DeliveryWriting) =>
    storeOrder(writing, open, { ...once, asked, fleets }),
  );
  if (order.acceptDueAt !== null) await acceptOrder(deps, open.environment, order.id);
  return placed(deps, open, formOrderStore(db).find(order.id) ?? order);
}

interface NewOrder {
  keyHash: string;
  fingerprint: string;
  asked: Asked;
  /** Ids of own fleets. */
  fleets: readonly string[];
}

/** Reads the form again: it may have changed, or paused, while somebody filled it. */
function storeOrder(
  writing: DeliveryWriting,
  { form: { id: formId }, accountId }: OpenForm,
  { keyHash, fingerprint, asked, fleets }: NewOrder,
): FormOrderRow {
  const { deps, tx, now } = writing;
  const known = knownOrder(formOrderStore(tx).findByKey(formId, keyHash), fingerprint);
  if (known) return known;
  const form = orderFormStore(tx).find(formId);
  if (!form) throw new AppError("not_found");
  refusePaused(form, now);
  refuseOverStorage(writing, accountId);
  if (ordersLeft(tx, form, now) === 0)
    throw new AppError("order_limit_reached", { headers: retryAfter(dayLeftMs(form, now)) });
  const isDirect = form.approval === "none" && form.emailConfirmedAt !== null && fleets.length > 0;
  const shipment = isDirect
    ? storeShipment(
        writing,
        accountId,
        { ...draftOf(form, asked.order), carriers: [...fleets] },
        { orderForm: form },
      )
    : null;
  const row: FormOrderRow = {
    id: deps.ids.make("ord"),
    formId,
    accountId,
    keyHash,
    fingerprint,
    state: shipment ? "approved" : "waiting",
    asked: shipment ? null : asked,
    shipmentId: shipment?.id ?? null,
    message: null,
    decidedAt: shipment ? now : null,
    expiresAt: shipment ? null : now + requestKeptMs,
    acceptDueAt: shipment ? now + acceptAgainMs : null,
    version: 1,
    createdAt: now,
  };
  formOrderStore(tx).insert(row);
  orderFormStore(tx).change(formId, { lastUsedAt: now });
  if (!shipment) {
    const { id, expiresAt } = row;
    const dueAt = lastMoment(asked.order) ?? expiresAt ?? now;
    raiseOrderWaiting(writing, { id, dueAt, orderFormId: formId, accountId, name: form.name });
  }
  return row;
}

/** After which it is too late for the order; undefined where it can be any time. */
function lastMoment({ pickup_window, delivery }: PlaceOrder): number | undefined {
  const ends = [pickup_window, delivery.window].flatMap((window) => (window ? [Date.parse(window.end)] : []));
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** @throws AppError `idempotency_key_reused` */
function knownOrder(row: FormOrderRow | undefined, fingerprint: string): FormOrderRow | undefined {
  if (row && row.fingerprint !== fingerprint) throw new AppError("idempotency_key_reused");
  return row;
}

function placed(deps: DeliveryDeps, open: OpenForm, row: FormOrderRow): PlacedOrderView {
  return { ...publicOrder(deps, open, row), receipt: receiptOf(deps, row.id) };
}
