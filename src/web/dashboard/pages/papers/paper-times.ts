import type { PageLanguage, Window } from "@/delivery/model/model.ts";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import { toLocalTime } from "../../times.ts";

/** Days and times on paper: in the paper's language, written as where the place is, with the place's clocks. */

/** Where something is, as paper writes its times. */
interface PaperPlace {
  language: PageLanguage;
  /** ISO 3166-1 alpha-2; empty where none is known. */
  country: string;
  /** A name of the IANA database, empty for the reader's. */
  zone: string;
}

const clock = { hour: "numeric", minute: "2-digit" } as const;
const calendar = { weekday: "short", day: "numeric", month: "short" } as const;
const dayLength = "2026-01-31".length;

/** Digits as in phone numbers and addresses. */
export function localeOf({ language, country }: Pick<PaperPlace, "language" | "country">): string {
  return `${country === "" ? language : `${language}-${country}`}-u-nu-latn`;
}

/** `10:30 – 12:00`; with its day where that is not the paper's, `YYYY-MM-DD`. */
export function windowOnPaper({ start, end }: Window, place: PaperPlace, day: string): string {
  const isThatDay = [start, end].every((at) => dayAt(at, place.zone) === day);
  return formatOf(place, isThatDay ? clock : { ...calendar, ...clock }).formatRange(
    new Date(start),
    new Date(end),
  );
}

/** A moment with its day. */
export function momentOnPaper(at: string | number, place: PaperPlace): string {
  return formatOf(place, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));
}

/** `YYYY-MM-DD` as people read it. */
export function dayOnPaper(day: string, place: Omit<PaperPlace, "zone">): string {
  return new Intl.DateTimeFormat(localeOf(place), { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(day),
  );
}

/** `YYYY-MM` as people read it. */
export function monthOnPaper(month: string, place: Omit<PaperPlace, "zone">): string {
  const parts = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(localeOf(place), parts).format(new Date(`${month}-01`));
}

/** The day of the calendar in a zone, `YYYY-MM-DD`. */
export function dayAt(at: string, zone: string): string {
  return toLocalTime(at, zone).slice(0, dayLength);
}

type Dated = Pick<
  ListedShipmentView,
  "delivery" | "pickup" | "created_at" | "delivered_at" | "estimated_delivery_date" | "eta"
>;

/**
 * The day of a shipment, `YYYY-MM-DD` in the zone of its delivery: of its delivery window, else of its pickup window,
 * else when it came or is expected, else when it was created.
 */
export function dayOfShipment(shipment: Dated, zone: string): string {
  const { delivery, pickup, delivered_at, estimated_delivery_date, eta, created_at } = shipment;
  const window = delivery.window ?? pickup.window;
  if (window === null && delivered_at === null && estimated_delivery_date) return estimated_delivery_date;
  return dayAt(window?.start ?? delivered_at ?? eta?.delivery ?? created_at, zone);
}

function formatOf(place: PaperPlace, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(localeOf(place), {
    ...parts,
    ...(place.zone !== "" && { timeZone: place.zone }),
  });
}
