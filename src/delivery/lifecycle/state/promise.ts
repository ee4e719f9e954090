import type { Coordinates } from "../../../infra/geography/coordinates.ts";
import { solarZone, timeZoneOf } from "../../../infra/geography/country-time-zone.ts";
import { countryOf } from "../../../infra/geography/territory.ts";
import { dayMs, hourMs } from "../../../infra/units.ts";
import type { Address } from "../../model/model.ts";
import type { AssignmentRow, ShipmentRow } from "./rows.ts";

/** What was promised to the people at the stops, and how late it is. */

/** An estimate is no promise to the minute. */
const estimateGraceMs = 600_000;

/** What the accepted quote said. */
type Estimated = Pick<AssignmentRow, "estimatedPickupAt" | "estimatedDeliveryAt" | "estimatedDeliveryDate">;

export interface Promised {
  stop: "pickup" | "delivery";
  promisedAt: number;
  /** The promise is broken from then on. */
  brokenAt: number;
  hasWindow: boolean;
}

/** Until then it is still a day somewhere. */
const lastZoneMs = 12 * hourMs;
/** Timestamps have years of four digits. */
export const lastMoment = Date.parse("9999-12-31T23:59:59.999Z");

/** Where an address is, near enough for a time zone. Looking it up may read a file. */
type PlaceOf = (address: Address) => Coordinates | undefined;

/**
 * When a day ends at an address, epoch milliseconds. In a country with several time zones: when it has ended everywhere.
 * @param date `YYYY-MM-DD`
 */
export function endOfDay(date: string, address: Parameters<typeof countryOf>[0]): number {
  const zone = timeZoneOf(countryOf(address), Date.parse(date));
  const end =
    zone === null
      ? Date.parse(date) + dayMs + lastZoneMs
      : Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
  return Math.min(end, lastMoment);
}

/** The latest moment of an estimate, epoch milliseconds; null without one. @param date as of `endOfDay` */
export function expectedBy(
  { delivery }: Pick<ShipmentRow, "delivery">,
  at: number | null,
  date: string | null,
): number | null {
  return at ?? (date === null ? null : endOfDay(date, delivery.address));
}

/**
 * The latest moment of an estimate, compared with what was promised of the delivery: a day that contains the end of the
 * window is not later than it.
 */
export function expectedAgainst(
  promised: Promised | undefined,
  shipment: Pick<ShipmentRow, "delivery">,
  at: number | null,
  date: string | null,
  placeOf: PlaceOf,
): number | null {
  const latest = expectedBy(shipment, at, date);
  if (at !== null || date === null || latest === null || !promised?.hasWindow) return latest;
  const { promisedAt } = promised;
  const isOnDay = startOfDay(date, shipment.delivery.address, placeOf) < promisedAt && promisedAt < latest;
  return isOnDay ? promisedAt : latest;
}

function startOfDay(date: string, address: Address, placeOf: PlaceOf): number {
  const zone =
    timeZoneOf(countryOf(address), Date.parse(date)) ?? solarZone(placeOf(address)?.longitude ?? 0);
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
}

/** By when a stop was promised: by the end of its window, else by the accepted quote's estimate. */
export function promiseOf(
  shipment: Pick<ShipmentRow, "pickup" | "delivery">,
  assignment: Estimated | null,
  stop: "pickup" | "delivery",
): Promised | undefined {
  const { window } = shipment[stop];
  if (window) {
    const end = Date.parse(window.end);
    return { stop, promisedAt: end, brokenAt: end, hasWindow: true };
  }
  const estimate = stop === "pickup" ? assignment?.estimatedPickupAt : assignment?.estimatedDeliveryAt;
  const day = stop === "delivery" ? assignment?.estimatedDeliveryDate : null;
  if (estimate == null && day != null) {
    const end = endOfDay(day, shipment.delivery.address);
    return { stop, promisedAt: end, brokenAt: end, hasWindow: false };
  }
  if (estimate == null) return undefined;
  return { stop, promisedAt: estimate, brokenAt: estimate + estimateGraceMs, hasWindow: false };
}

/**
 * How much later than promised the goods arrive, or arrived, in ms. 0 while the promise holds; null where nothing was
 * promised, or nobody is to deliver it.
 * @param expectedAt the best estimate of the delivery; null without one
 */
export function latenessMs(
  { status, deliveredAt }: Pick<ShipmentRow, "status" | "deliveredAt">,
  promised: Promised | undefined,
  expectedAt: number | null,
  now: number,
): number | null {
  if (promised === undefined) return null;
  if (status !== "assigned" && status !== "in_transit" && status !== "delivered") return null;
  const arrivesAt = status === "delivered" ? (deliveredAt ?? now) : Math.max(expectedAt ?? now, now);
  return arrivesAt < promised.brokenAt ? 0 : arrivesAt - promised.promisedAt;
}
