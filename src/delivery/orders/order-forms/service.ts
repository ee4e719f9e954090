import { queueAudit } from "../../../access/audit/outbox.ts";
import type { Db, Tx } from "../../../infra/db/store.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import { AppError, invalidField, refuseFields } from "../../../infra/errors.ts";
import { type PageQuery, readPage } from "../../../infra/http/pagination.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import { isE164 } from "../../../infra/phone/phone.ts";
import { loadPhoneReader } from "../../../infra/phone/reader.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { settleFormPaused } from "../../fleet/attention/orders.ts";
import { refuseContradictoryAddress } from "../shipments/contradictions.ts";
import { coordinateErrors } from "../shipments/request.ts";
import { ownFleets } from "./fleets.ts";
import { formsMax, ordersPerDayDefault } from "./form.ts";
import { formOrderStore } from "./order-store.ts";
import { type Changed, patchedForm } from "./patch.ts";
import type { CreateOrderForm, OrderFormView, OrderFormWithLink, PatchOrderForm } from "./schema.ts";
import { type OrderFormRow, orderDeviceStore, orderFormStore } from "./store.ts";
import { toOrderFormView } from "./view.ts";

/** What an account does with its order forms. */

/**
 * Makes a form. The stored response holds its id and, once, its token: a repeated request reads the form.
 * @throws AppError `validation_failed`, `coordinates_contradict_address`, `limit_reached`, `customer_unconfirmed`
 */
export async function createOrderForm(
  deps: DeliveryDeps,
  caller: Caller,
  input: CreateOrderForm,
): Promise<OrderFormWithLink> {
  refuseFields(coordinateErrors("#/pickup/address", input.pickup.address));
  refuseContradictoryAddress("#/pickup/address", input.pickup.address);
  if (input.approval === "none") throw unconfirmed();
  const { id, secret } = await writeOnce(
    deps,
    caller,
    (writing): { id: string; secret: string | null } => {
      const { tx, now } = writing;
      if (orderFormStore(tx).countOf(caller.accountId) >= formsMax) {
        throw new AppError("limit_reached", {
          detail: `At most ${formsMax} order forms can exist in each environment. Delete some first.`,
        });
      }
      const token = deps.ids.token();
      const row = newForm(caller.accountId, input, { id: deps.ids.make("frm"), token, now });
      orderFormStore(tx).insert(row);
      record(writing, caller, "order_form.created", row.id);
      return { id: row.id, secret: token };
    },
    { isFinal: false },
  );
  return withLink(deps, getOrderForm(deps, caller, id), secret);
}

function newForm(
  accountId: string,
  input: CreateOrderForm,
  { id, token, now }: { id: string; token: string; now: number },
): OrderFormRow {
  const { name, customer, pickup, services = null, price, limits, may = [], paused_until } = input;
  const { email = null, phone = null, number = null } = customer;
  return {
    id,
    accountId,
    name,
    customer: { name: customer.name, email, phone, number },
    pickup,
    services,
    countries: limits?.countries ?? null,
    markupPercent: price?.markup_percent ?? null,
    approval: "each",
    ordersPerDay: limits?.orders_per_day ?? ordersPerDayDefault,
    may,
    tokenHash: sha256Hex(token),
    linkMadeAt: now,
    emailConfirmedAt: null,
    pausedUntil: paused_until == null ? null : Date.parse(paused_until),
    pauseReason: paused_until == null ? null : "person",
    wrongCodes: 0,
    lastUsedAt: now,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** @throws AppError `not_found` */
export function getOrderForm(deps: Deps, caller: Caller, id: string): OrderFormView {
  const { db } = deps.stores.platform(caller.environment);
  return viewOf(deps, caller, db, requireForm(db, caller, id));
}

export function listOrderForms(deps: Deps, caller: Caller, query: PageQuery) {
  const { db } = deps.stores.platform(caller.environment);
  return readPage(deps, { name: "order_forms", of: caller }, query, {
    read: (before, limit) => orderFormStore(db).list(caller.accountId, before, limit),
    placeOf: ({ id }) => id,
    view: (row: OrderFormRow) => viewOf(deps, caller, db, row),
  });
}

/**
 * Applies a merge patch. Another email address of the customer is not confirmed: orders are requests again.
 * @throws AppError `not_found`, `precondition_failed`, `validation_failed`, `coordinates_contradict_address`,
 * `customer_unconfirmed`
 */
export async function patchOrderForm(
  deps: DeliveryDeps,
  caller: Caller,
  id: string,
  patch: PatchOrderForm,
  accepts: (version: number) => boolean,
): Promise<OrderFormView> {
  refuseFields(coordinateErrors("#/pickup/address", patch.pickup?.address ?? {}));
  const typed = [patch.customer?.phone, patch.pickup?.contact?.phone];
  const phones = typed.some((phone) => phone != null && !isE164(phone)) ? await loadPhoneReader() : undefined;
  const hasFleet = ownFleets(deps, caller).length > 0;
  return write(deps, caller.environment, (writing) => {
    const { tx, now } = writing;
    const before = requireForm(tx, caller, id);
    if (!accepts(before.version)) throw new AppError("precondition_failed");
    const changed = patchedForm(before, patch, phones);
    if (patch.pickup?.address) refuseContradictoryAddress("#/pickup/address", changed.pickup.address);
    if (changed.approval === "none" && patch.approval === "none") {
      if (changed.emailConfirmedAt === null) throw unconfirmed();
      if (!hasFleet)
        throw invalidField("#/approval", "no_fleet", "must be each: you have no fleet of your own");
    }
    const names = Object.keys(changed) as (keyof Changed)[];
    if (names.some((name) => !Bun.deepEquals(before[name], changed[name]))) {
      const after = { ...before, ...changed, version: before.version + 1, lastUsedAt: now, updatedAt: now };
      orderFormStore(tx).update(after);
      if (changed.customer.email !== before.customer.email) forgetDevices(tx, id);
      if (patch.paused_until !== undefined) settleFormPaused(writing, id);
      record(writing, caller, "order_form.changed", id);
    }
    return viewOf(deps, caller, tx, requireForm(tx, caller, id));
  });
}

/** Replaces the link. The old one ends at once, and so do the devices. @throws AppError `not_found` */
export async function rotateOrderForm(deps: Deps, caller: Caller, id: string): Promise<OrderFormWithLink> {
  const { secret } = await writeOnce(
    deps,
    caller,
    (writing): { id: string; secret: string | null } => {
      const { tx, now } = writing;
      const before = requireForm(tx, caller, id);
      const token = deps.ids.token();
      orderFormStore(tx).update({
        ...before,
        tokenHash: sha256Hex(token),
        linkMadeAt: now,
        lastUsedAt: now,
        version: before.version + 1,
        updatedAt: now,
      });
      forgetDevices(tx, id);
      record(writing, caller, "order_form.rotated", id);
      return { id, secret: token };
    },
    { isFinal: false },
  );
  return withLink(deps, getOrderForm(deps, caller, id), secret);
}

/** Ends all devices on which a code was entered. @throws AppError `not_found` */
export async function endOrderDevices(deps: Deps, caller: Caller, id: string): Promise<void> {
  await write(deps, caller.environment, (writing) => {
    requireForm(writing.tx, caller, id);
    forgetDevices(writing.tx, id);
    record(writing, caller, "order_form.devices_ended", id);
  });
}

/** @throws AppError `not_found` */
export function requireForm(db: Db | Tx, { accountId }: Pick<Caller, "accountId">, id: string): OrderFormRow {
  const row = orderFormStore(db).find(id);
  if (row?.accountId !== accountId) throw new AppError("not_found");
  return row;
}

function forgetDevices(tx: Tx, formId: string): void {
  orderDeviceStore(tx).removeAll(formId);
  orderDeviceStore(tx).removeCode(formId);
}

function viewOf(deps: Deps, { environment }: Caller, db: Db | Tx, row: OrderFormRow): OrderFormView {
  const now = deps.clock.now();
  const devices = orderDeviceStore(db).ofForm(row.id);
  return toOrderFormView(row, environment, {
    devices: devices.filter(({ expiresAt }) => expiresAt > now).length,
    waiting: formOrderStore(db).countWaiting(row.id),
    now,
  });
}

/** The token is in the fragment, which no server and no log sees. */
function withLink(deps: Deps, view: OrderFormView, token: string | null): OrderFormWithLink {
  return { ...view, url: token === null ? null : `${deps.publicUrl()}/order#${token}` };
}

function unconfirmed(): AppError {
  return new AppError("customer_unconfirmed");
}

type FormAction = "created" | "changed" | "rotated" | "devices_ended";

/** Without the name, which the log would keep. */
function record(writing: Writing, caller: Caller, action: `order_form.${FormAction}`, id: string): void {
  queueAudit(writing, caller, { action, target: { type: "order_form", id, name: null } });
}
