import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import { isPaused } from "./form.ts";
import type { OrderedView, OrderRequestView, PlaceOrder } from "./order-schema.ts";
import type { FormOrderRow } from "./order-store.ts";
import type { OrderFormView } from "./schema.ts";
import type { OrderFormRow } from "./store.ts";

export function toOrderFormView(
  row: OrderFormRow,
  environment: Environment,
  known: { devices: number; waiting: number; now: number },
): OrderFormView {
  const { id, name, customer, pickup, services, markupPercent, approval, may, version } = row;
  const paused = isPaused(row, known.now);
  return {
    id,
    environment,
    name,
    customer: { ...customer, email_confirmed_at: toTimestampOrNull(row.emailConfirmedAt) },
    pickup: {
      contact: toContact(pickup.contact),
      address: {
        ...toAddress(pickup.address),
        latitude: pickup.address.latitude ?? null,
        longitude: pickup.address.longitude ?? null,
      },
      instructions: pickup.instructions ?? null,
    },
    services,
    price: markupPercent === null ? null : { markup_percent: markupPercent },
    approval,
    limits: {
      orders_per_day: row.ordersPerDay,
      countries: row.countries,
    },
    may,
    paused_until: paused ? toTimestampOrNull(row.pausedUntil) : null,
    pause_reason: paused ? row.pauseReason : null,
    devices: known.devices,
    waiting_orders: known.waiting,
    link_made_at: toTimestamp(row.linkMadeAt),
    last_used_at: toTimestamp(row.lastUsedAt),
    version,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

export function toOrderRequestView(
  row: FormOrderRow,
  form: Pick<OrderFormRow, "name">,
  environment: Environment,
): OrderRequestView {
  return {
    id: row.id,
    environment,
    order_form_id: row.formId,
    order_form_name: form.name,
    state: row.state,
    order: row.asked && toOrdered(row.asked.order),
    customer_price: row.asked?.price ?? null,
    shipment_id: row.shipmentId,
    message: row.message,
    created_at: toTimestamp(row.createdAt),
    decided_at: toTimestampOrNull(row.decidedAt),
    expires_at: toTimestampOrNull(row.expiresAt),
    version: row.version,
  };
}

function toContact(contact: PlaceOrder["delivery"]["contact"]) {
  const { name, company = null, phone = null, email = null, language = null } = contact;
  return { name, company, phone, email, language };
}

function toAddress(address: PlaceOrder["delivery"]["address"]) {
  const { line1, line2 = null, city, state = null, postal_code = null, country } = address;
  return { line1, line2, city, state, postal_code, country };
}

function toOrdered({ delivery, pickup_window, parcels, service, reference }: PlaceOrder): OrderedView {
  const { signature = false, photo = false, pin = false, min_age = null } = delivery.requirements ?? {};
  return {
    delivery: {
      contact: toContact(delivery.contact),
      address: toAddress(delivery.address),
      instructions: delivery.instructions ?? null,
      window: delivery.window ?? null,
      requirements: { signature, photo, pin, min_age },
    },
    pickup_window: pickup_window ?? null,
    parcels: parcels.map((parcel) => ({
      description: parcel.description ?? null,
      quantity: parcel.quantity ?? 1,
      weight_grams: parcel.weight_grams,
      length_mm: parcel.length_mm ?? null,
      width_mm: parcel.width_mm ?? null,
      height_mm: parcel.height_mm ?? null,
      reference: parcel.reference ?? null,
      value: parcel.value ?? null,
    })),
    service: service ?? null,
    reference: reference ?? null,
  };
}
