import type { Db, Tx } from "../../../infra/db/store.ts";
import { timeZoneOf } from "../../../infra/geography/country-time-zone.ts";
import { countryOf } from "../../../infra/geography/territory.ts";
import { dayMs } from "../../../infra/units.ts";
import { formOrderStore } from "./order-store.ts";
import type { OrderFormRow } from "./store.ts";

/** How many orders a form takes in a day of the place where its goods are picked up. */

/** Where the customer is, an IANA name; null where one country has several zones. */
export function zoneOf({ pickup }: Pick<OrderFormRow, "pickup">, now: number): string | null {
  const { country, state = null, postal_code = null } = pickup.address;
  return timeZoneOf(countryOf({ country, state, postal_code }), now);
}

/** When the day of `now` began; of UTC where nobody knows the zone. */
function dayStart(timeZone: string | null, now: number): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: timeZone ?? "UTC",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    hourCycle: "h23",
  }).formatToParts(now);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value ?? 0);
  const sinceMs = ((part("hour") * 60 + part("minute")) * 60 + part("second")) * 1000 + (now % 1000);
  return now - sinceMs;
}

/** How many more orders the form takes today. */
export function ordersLeft(db: Db | Tx, form: OrderFormRow, now: number): number {
  const taken = formOrderStore(db).countSince(form.id, dayStart(zoneOf(form, now), now));
  return Math.max(0, form.ordersPerDay - taken);
}

/** Milliseconds until the next day begins, at most. */
export function dayLeftMs(form: OrderFormRow, now: number): number {
  return dayStart(zoneOf(form, now), now) + dayMs - now;
}
