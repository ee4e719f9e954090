import type { Stop } from "@/delivery/model/model.ts";
import type { CreateShipment } from "@/delivery/orders/shipments/schema.ts";
import { pageNow } from "@/web/browser/clock.ts";
import type { NumberValue } from "../../../number-value.ts";
import { fromLocalTime, toLocalTime } from "../../../times.ts";

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
  /** In the reader's time zone: `2026-01-31T10:30`. */
  window: { start: string; end: string };
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
  window: { start: "", end: "" },
};

/** A stop of a shipment. Coordinates that Waybill found itself stay empty: they follow the address. */
export function stopValuesOf({ contact, address, instructions, window }: Stop): StopValues {
  const isExact = address.geocode_source === "client";
  return {
    contact: {
      name: contact.name,
      company: contact.company ?? "",
      phone: contact.phone ?? "",
      email: contact.email ?? "",
      language: contact.language ?? "",
    },
    address: {
      line1: address.line1,
      line2: address.line2 ?? "",
      postal_code: address.postal_code ?? "",
      city: address.city,
      state: address.state ?? "",
      country: address.country,
      latitude: isExact ? (address.latitude ?? "") : "",
      longitude: isExact ? (address.longitude ?? "") : "",
    },
    instructions: instructions ?? "",
    window: {
      start: window ? toLocalTime(window.start) : "",
      end: window ? toLocalTime(window.end) : "",
    },
  };
}

/** A stop's values for another shipment: a window that has passed is none. */
export function copiedStop(stop: Stop): StopValues {
  const isPast = stop.window !== null && Date.parse(stop.window.end) <= pageNow();
  return stopValuesOf(isPast ? { ...stop, window: null } : stop);
}

/** The window in UTC; undefined if both fields are empty. Half a window stays as it is: the API says what is missing. */
export function windowOf({
  window,
}: StopValues): Partial<NonNullable<CreateShipment["pickup"]["window"]>> | undefined {
  const start = fromLocalTime(window.start);
  const end = fromLocalTime(window.end);
  if (start === undefined && end === undefined) return undefined;
  return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
}
