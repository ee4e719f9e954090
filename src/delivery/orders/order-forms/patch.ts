import { invalidField } from "../../../infra/errors.ts";
import type { PhoneReader } from "../../../infra/phone/phone.ts";
import type { PatchOrderForm } from "./schema.ts";
import type { OrderFormRow } from "./store.ts";

/** What a merge patch makes of a form. */

export type Changed = Pick<
  OrderFormRow,
  | "name"
  | "customer"
  | "pickup"
  | "services"
  | "countries"
  | "markupPercent"
  | "approval"
  | "ordersPerDay"
  | "may"
  | "emailConfirmedAt"
  | "pausedUntil"
  | "pauseReason"
  | "wrongCodes"
>;

/** @throws AppError `validation_failed` for a phone number of another country */
export function patchedForm(
  before: OrderFormRow,
  patch: PatchOrderForm,
  phones: PhoneReader | undefined,
): Changed {
  const { price, limits, paused_until: pausedUntil } = patch;
  const pickup = patchedPickup(before.pickup, patch.pickup, phones);
  const customer = { ...before.customer, ...patch.customer };
  customer.phone = readPhone(customer.phone, pickup.address.country, "#/customer/phone", phones);
  const isSameEmail = customer.email === before.customer.email;
  const pause = {
    pausedUntil: pausedUntil == null ? null : Date.parse(pausedUntil),
    pauseReason: pausedUntil == null ? null : ("person" as const),
    // Who resumes a form gives its customer new tries.
    wrongCodes: 0,
  };
  const { pausedUntil: until, pauseReason, wrongCodes } = before;
  return {
    name: patch.name ?? before.name,
    customer,
    pickup,
    services: patch.services === undefined ? before.services : patch.services,
    countries: limits?.countries === undefined ? before.countries : limits.countries,
    ordersPerDay: limits?.orders_per_day ?? before.ordersPerDay,
    markupPercent: price === undefined ? before.markupPercent : (price?.markup_percent ?? null),
    approval: patch.approval ?? (isSameEmail ? before.approval : "each"),
    may: patch.may ?? before.may,
    emailConfirmedAt: isSameEmail ? before.emailConfirmedAt : null,
    ...(pausedUntil === undefined ? { pausedUntil: until, pauseReason, wrongCodes } : pause),
  };
}

/** Coordinates belong to the address that they were sent with. */
function patchedPickup(
  before: OrderFormRow["pickup"],
  patch: PatchOrderForm["pickup"],
  phones: PhoneReader | undefined,
): OrderFormRow["pickup"] {
  if (patch === undefined) return before;
  const { latitude, longitude, ...text } = before.address;
  const address = { ...text, ...patch.address };
  const isSame = Object.entries(text).every(([name, value]) => address[name as keyof typeof text] === value);
  const contact = { ...before.contact, ...patch.contact };
  return {
    ...before,
    ...(patch.instructions !== undefined && { instructions: patch.instructions }),
    contact: {
      ...contact,
      phone: readPhone(contact.phone ?? null, address.country, "#/pickup/contact/phone", phones),
    },
    address: { ...(isSame && { latitude, longitude }), ...address },
  };
}

function readPhone(
  typed: string | null,
  country: string,
  pointer: string,
  phones: PhoneReader | undefined,
): string | null {
  if (typed === null || phones === undefined) return typed;
  const read = phones.read(typed, country);
  if (read === undefined) throw invalidField(pointer, "format", phones.refusal(typed, country));
  return read;
}
