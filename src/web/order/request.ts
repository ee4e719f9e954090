import { countryCodes } from "../../infra/geography/country.ts";
import type { Draft } from "./draft.ts";
import { windowFrom } from "./windows.ts";
import type { EstimateOrder, OrderForm, PlaceOrder } from "./wire.ts";

/** The request that a form's fields make. Pure. */

/** Where a form delivers to: the country of the pickup first, where it is one of them. */
export function countriesOf({
  countries,
  pickup,
}: Pick<OrderForm, "countries" | "pickup">): readonly string[] {
  const all = countries ?? countryCodes;
  return all.includes(pickup.country)
    ? [pickup.country, ...all.filter((code) => code !== pickup.country)]
    : all;
}

const gramsPerKilogram = 1_000;

/** A typed number, with a comma or a point; undefined for other texts. */
export function numberIn(text: string): number | undefined {
  const plain = text.trim().replace(",", ".");
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** Undefined for what is no weight, such as nothing. */
export function gramsIn(kilograms: string): number | undefined {
  const grams = Math.round((numberIn(kilograms) ?? 0) * gramsPerKilogram);
  return grams === 0 ? undefined : grams;
}

/** What the price depends on; undefined while something of it is missing. */
export function estimateOf(draft: Draft, form: Pick<OrderForm, "services">): EstimateOrder | undefined {
  const parcels = parcelsOf(draft);
  const isComplete = draft.line1.trim() !== "" && draft.city.trim() !== "" && draft.country !== "";
  if (!isComplete || parcels === undefined) return undefined;
  return {
    delivery: { address: addressOf(draft), window: windowOf(draft) },
    parcels,
    ...serviceOf(draft, form),
  };
}

export function orderOf(draft: Draft, form: Pick<OrderForm, "services">): PlaceOrder {
  const { name, phone, note } = draft;
  return {
    delivery: {
      contact: { name: name.trim(), phone: phone.trim() || null },
      address: addressOf(draft),
      instructions: note.trim() || null,
      window: windowOf(draft),
    },
    parcels: parcelsOf(draft) ?? [],
    ...serviceOf(draft, form),
  };
}

function addressOf({ line1, postal_code, city, country }: Draft): PlaceOrder["delivery"]["address"] {
  return {
    line1: line1.trim(),
    postal_code: postal_code.trim() || null,
    city: city.trim(),
    country: country as PlaceOrder["delivery"]["address"]["country"],
  };
}

function windowOf({ window }: Draft) {
  return window === "" ? null : windowFrom(window);
}

function parcelsOf({ parcels, weight }: Draft): PlaceOrder["parcels"] | undefined {
  const [quantity, weight_grams] = [numberIn(parcels), gramsIn(weight)];
  return quantity === undefined || weight_grams === undefined ? undefined : [{ quantity, weight_grams }];
}

/** A service that the form no longer has is not asked for. */
function serviceOf({ service }: Draft, { services }: Pick<OrderForm, "services">) {
  return services.some(({ code }) => code === service) ? { service } : {};
}
