import { newIdempotencyKey } from "../browser/api.ts";
import { formMark, formToken } from "./link.ts";

/** What somebody types into the form: kept for this window until it is ordered. */

export interface Draft {
  name: string;
  phone: string;
  line1: string;
  postal_code: string;
  city: string;
  country: string;
  parcels: string;
  /** Of each parcel, in kilograms. */
  weight: string;
  /** Start of the chosen window, or empty for as soon as possible. */
  window: string;
  /** Code of a service, or empty for the cheapest. */
  service: string;
  note: string;
  /** Of the request: the same fields sent twice are one order, also after a reload. */
  key: string;
}

export type DraftField = Exclude<keyof Draft, "key">;

const placeOf = () => `waybill-order-draft-${formMark(formToken())}`;
const storedMax = 10_000;

/** An empty form for the country, with a key of its own. */
export function emptyDraft(country: string): Draft {
  return {
    name: "",
    phone: "",
    line1: "",
    postal_code: "",
    city: "",
    country,
    parcels: "1",
    weight: "",
    window: "",
    service: "",
    note: "",
    key: newIdempotencyKey(),
  };
}

/** With another value in a field: a changed order is another one. */
export function changedDraft(draft: Draft, field: DraftField, value: string): Draft {
  return draft[field] === value ? draft : { ...draft, [field]: value, key: newIdempotencyKey() };
}

/** What was typed before in this window, where the browser kept it. */
export function keptDraft(country: string): Draft {
  const empty = emptyDraft(country);
  try {
    const text = sessionStorage.getItem(placeOf()) ?? "";
    const kept: unknown = text.length > storedMax ? null : JSON.parse(text || "null");
    const texts = Object.entries(kept ?? {}).filter(
      ([name, value]) => name in empty && typeof value === "string",
    );
    return { ...empty, ...Object.fromEntries(texts) };
  } catch {
    return empty;
  }
}

/** @param draft undefined: nothing is kept */
export function keepDraft(draft: Draft | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(placeOf());
    else sessionStorage.setItem(placeOf(), JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing still has it on the page.
  }
}
