import type { CreateOrderForm, OrderFormView } from "@/delivery/orders/order-forms/schema.ts";
import type { NumberValue } from "../../number-value.ts";
import {
  addressValuesOf,
  contactValuesOf,
  emptyStop,
  type StopValues,
} from "../shipments/new/stop-values.ts";

/** An order form in the fields of a form. They have the names of the request, so the API's errors find them. */
export interface FormValues extends Record<string, unknown> {
  name: string;
  customer: { name: string; email: string; phone: string; number: string };
  /** The window comes with each order. */
  pickup: StopValues;
  services: string[];
  shows_prices: boolean;
  price: { markup_percent: NumberValue };
  approval: "each" | "none";
  limits: { orders_per_day: NumberValue; countries: string[] };
  may_cancel: boolean;
  may_recall: boolean;
}

export const emptyForm: FormValues = {
  name: "",
  customer: { name: "", email: "", phone: "", number: "" },
  pickup: emptyStop,
  services: [],
  shows_prices: true,
  price: { markup_percent: 0 },
  approval: "each",
  limits: { orders_per_day: 50, countries: [] },
  may_cancel: true,
  may_recall: false,
};

export function valuesOf(form: OrderFormView): FormValues {
  const { name, customer, pickup, services, price, approval, limits, may } = form;
  const { contact, address } = pickup;
  return {
    name,
    customer: {
      name: customer.name,
      email: customer.email ?? "",
      phone: customer.phone ?? "",
      number: customer.number ?? "",
    },
    pickup: {
      ...emptyStop,
      contact: contactValuesOf(contact),
      address: addressValuesOf(address),
      instructions: pickup.instructions ?? "",
    },
    services: services ?? [],
    shows_prices: price !== null,
    price: { markup_percent: price?.markup_percent ?? 0 },
    approval: approval === "none" ? "none" : "each",
    limits: { orders_per_day: limits.orders_per_day, countries: limits.countries ?? [] },
    may_cancel: may.includes("cancel"),
    may_recall: may.includes("recall"),
  };
}

/** What is typed may be refused, and then the API says why. */
type Request = { [Name in keyof CreateOrderForm]: unknown };

/**
 * The request: empty fields are null.
 * @param may the rights that the form has; `cancel` and `recall` have fields
 */
export function requestOf(values: FormValues, may: readonly string[] = []): Request {
  const { name, customer, pickup, services, price, approval, limits } = values;
  const others = may.filter((right) => right !== "cancel" && right !== "recall");
  return {
    name,
    customer: {
      name: customer.name || name,
      email: customer.email || null,
      phone: customer.phone || null,
      number: customer.number || null,
    },
    pickup: {
      contact: nulled(pickup.contact, ["name"]),
      address: nulled(pickup.address, ["line1", "city", "country"]),
      instructions: pickup.instructions || null,
    },
    services: services.length === 0 ? null : services,
    price: values.shows_prices ? { markup_percent: price.markup_percent } : null,
    approval,
    limits: {
      orders_per_day: limits.orders_per_day,
      countries: limits.countries.length === 0 ? null : limits.countries,
    },
    may: [...(values.may_cancel ? ["cancel"] : []), ...(values.may_recall ? ["recall"] : []), ...others],
  };
}

/** Empty members as null, but for those that must have a text. */
function nulled(members: object, required: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      value === "" && !required.includes(name) ? null : value,
    ]),
  );
}
