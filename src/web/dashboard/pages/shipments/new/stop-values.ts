import type { Stop } from "@/delivery/model/model.ts";
import type { CreateShipment } from "@/delivery/orders/shipments/schema.ts";
import { pageNow } from "@/web/browser/clock.ts";
import type { NumberValue } from "../../../number-value.ts";
import { fromLocalTime, isLeftOut, toLocalTime } from "../../../times.ts";

/** A stop in the fields of a form. They have the names of the request, so the API's errors find them. */
export interface StopValues {
  contact: { name: string; company: string; phone: string; email: string; language: string };
  address: {
    line1: string;
    line2: string;
    postal_code: string;
    city: string;
    state: string;
    country: string;
    latitude: NumberValue;
    longitude: NumberValue;
  };
  instructions: string;
  /** In the zone of the place, `2026-01-31T10:30`; without a zone in the reader's. */
  window: { start: string; end: string; zone: string };
}

export const emptyStop: StopValues = {
  contact: { name: "", company: "", phone: "", email: "", language: "" },
  address: {
    line1: "",
    line2: "",
    postal_code: "",
    city: "",
    state: "",
    country: "",
    latitude: "",
    longitude: "",
  },
  instructions: "",
  window: { start: "", end: "", zone: "" },
};

type Nullable<T> = { [K in keyof T]?: T[K] | null };

/** What is known of a contact, as values of its fields. */
export function contactValuesOf({
  name,
  ...known
}: { name: string } & Nullable<Omit<StopValues["contact"], "name">>): StopValues["contact"] {
  const { company, phone, email, language } = known;
  return {
    name,
    company: company ?? "",
    phone: phone ?? "",
    email: email ?? "",
    language: language ?? "",
  };
}

type Needed = "line1" | "city" | "country";

/** What is known of an address, as values of its fields. */
export function addressValuesOf(
  address: Pick<StopValues["address"], Needed> & Nullable<Omit<StopValues["address"], Needed>>,
): StopValues["address"] {
  const { line1, line2, postal_code, city, state, country, latitude, longitude } = address;
  return {
    line1,
    line2: line2 ?? "",
    postal_code: postal_code ?? "",
    city,
    state: state ?? "",
    country,
    latitude: latitude ?? "",
    longitude: longitude ?? "",
  };
}

/** A stop of a shipment, with its window in this time zone. Coordinates that Waybill found itself stay empty: they follow the address. */
export function stopValuesOf({ contact, address, instructions, window }: Stop, zone = ""): StopValues {
  const isExact = address.geocode_source === "client";
  return {
    contact: contactValuesOf(contact),
    address: addressValuesOf(isExact ? address : { ...address, latitude: null, longitude: null }),
    instructions: instructions ?? "",
    window: {
      start: window ? toLocalTime(window.start, zone) : "",
      end: window ? toLocalTime(window.end, zone) : "",
      zone,
    },
  };
}

/** A stop's values for another shipment: a window that has passed is none. */
export function copiedStop(stop: Stop, zone = ""): StopValues {
  const isPast = stop.window !== null && Date.parse(stop.window.end) <= pageNow();
  return stopValuesOf(isPast ? { ...stop, window: null } : stop, zone);
}

/** What is wrong with the window of a stop, by the name of its field: the API never sees what a clock cannot show. */
export function windowErrors(stop: string, { window }: StopValues): [string, string][] {
  return (["start", "end"] as const).flatMap((end): [string, string][] =>
    isLeftOut(window[end], window.zone)
      ? [[`${stop}.window.${end}`, "The clocks are put forward then: this time does not exist."]]
      : [],
  );
}

/** The window in UTC; undefined if both fields are empty. Half a window stays as it is: the API says what is missing. */
export function windowOf({
  window,
}: StopValues): Partial<NonNullable<CreateShipment["pickup"]["window"]>> | undefined {
  const start = fromLocalTime(window.start, window.zone);
  const end = fromLocalTime(window.end, window.zone);
  if (start === undefined && end === undefined) return undefined;
  return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
}
