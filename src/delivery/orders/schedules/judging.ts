import { AppError, type FieldError, invalidField, isFault, refuseFields } from "../../../infra/errors.ts";
import { pointOf } from "../../../infra/geography/coordinates.ts";
import { isTimeZone, timeZoneOf } from "../../../infra/geography/country-time-zone.ts";
import { countryOf } from "../../../infra/geography/territory.ts";
import { timeZoneAt } from "../../../infra/geography/time-zone.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { refuseForbidden } from "../shipments/new-shipment.ts";
import type { CreateShipment } from "../shipments/schema.ts";
import { atOnceOf, refuseUncreatable } from "../shipments/service.ts";
import {
  afterPickup,
  type ClockWindow,
  type DayWindow,
  nextDate,
  toDayWindow,
  windowMinMinutes,
} from "./calendar.ts";

/** What is wrong with a schedule that somebody sends, each fault with its pointer. */

/**
 * What its shipments are made of: as when one is created, but for the windows, which the schedule sets.
 * @throws AppError `sandbox_only`, `scope_missing`, `validation_failed`, `coordinates_contradict_address`
 */
export async function refuseTemplate(
  deps: DeliveryDeps,
  caller: Caller,
  template: CreateShipment,
): Promise<void> {
  refuseForbidden(caller, template);
  refuseFields(
    (["pickup", "delivery"] as const)
      .filter((stop) => template[stop].window != null)
      .map((stop) => ({
        pointer: `#/shipment/${stop}/window`,
        code: "contradictory",
        detail: `must be left out: ${stop}_window of the schedule sets it`,
      })),
  );
  try {
    refuseUncreatable(deps, template);
    // What the account accepts by default is judged when the shipment is made.
    await atOnceOf(deps, caller, { ...template, accept: template.accept ?? null });
  } catch (error) {
    if (isFault(error) || !(error instanceof AppError)) throw error;
    throw belowShipment(error);
  }
}

function belowShipment({ code, options }: AppError): AppError {
  const errors = options.errors?.map(({ pointer, ...error }) => ({
    ...error,
    ...(pointer !== undefined && { pointer: `#/shipment${pointer.slice(1)}` }),
  }));
  return new AppError(code, { ...options, ...(errors && { errors }) });
}

/** The errors of a template that does not fit. */
export function misfits(errors: FieldError[]): AppError {
  return belowShipment(new AppError("validation_failed", { errors }));
}

/** Over midnight a window is at most so long: a longer one is a slip. */
const overMidnightMaxMinutes = 12 * 60;
const dayMinutes = 24 * 60;

/** @throws AppError `validation_failed` */
export function readWindows(
  pickup: ClockWindow,
  delivery: ClockWindow | null,
): { pickupWindow: DayWindow; deliveryWindow: DayWindow | null } {
  const pickupWindow = toDayWindow(pickup);
  const ofDay = delivery && toDayWindow(delivery);
  refuseFields([
    ...windowErrors("#/pickup_window/to", pickupWindow),
    ...(ofDay ? windowErrors("#/delivery_window/to", ofDay) : []),
  ]);
  return { pickupWindow, deliveryWindow: ofDay && afterPickup(ofDay, pickupWindow) };
}

function windowErrors(pointer: string, { from, to }: DayWindow): FieldError[] {
  if (to > dayMinutes && to - from > overMidnightMaxMinutes) {
    const detail = "must be after from, or on the next day at most 12 hours later";
    return [{ pointer, code: "contradictory", detail }];
  }
  if (to - from >= windowMinMinutes) return [];
  return [{ pointer, code: "window_too_short", detail: "must be at least 10 minutes after from" }];
}

/** @throws AppError `validation_failed` */
export function requireTimeZone(named: string): string {
  if (isTimeZone(named)) return named;
  throw invalidField("#/time_zone", "format", "must be an IANA time zone such as Europe/Berlin");
}

/** The zone that is named, or that of the pickup. @throws AppError `validation_failed` */
export async function readTimeZone(
  named: string | null | undefined,
  { pickup: { address } }: CreateShipment,
  now: number,
): Promise<string> {
  if (named != null) return requireTimeZone(named);
  const point = pointOf({ latitude: address.latitude ?? null, longitude: address.longitude ?? null });
  const zone = point ? await timeZoneAt(point) : timeZoneOf(countryOf(address), now);
  if (zone !== null) return zone;
  throw invalidField(
    "#/time_zone",
    "required",
    "is required: the pickup's country has several, and its address has no coordinates",
  );
}

/** A first day that is further away is a slip. */
const startsWithinDays = 730;

/** The span of days, and those left out. @param today in the schedule's time zone */
export function spanErrors(
  { startsOn, endsOn, skipDates }: { startsOn: string; endsOn: string | null; skipDates: readonly string[] },
  today: string,
): FieldError[] {
  if (startsOn > nextDate(today, startsWithinDays)) {
    return [{ pointer: "#/starts_on", code: "too_far", detail: "must be within two years" }];
  }
  if (endsOn !== null && endsOn < startsOn) {
    return [{ pointer: "#/ends_on", code: "contradictory", detail: "must not be before starts_on" }];
  }
  return skipDates.flatMap((date, index) => {
    if (isWithin(date, startsOn, endsOn)) return [];
    const detail = `must be from ${startsOn} on${endsOn === null ? "" : `, and at most ${endsOn}`}`;
    return [{ pointer: `#/skip_dates/${index}`, code: "outside_span", detail }];
  });
}

export function isWithin(date: string, startsOn: string, endsOn: string | null): boolean {
  return date >= startsOn && (endsOn === null || date <= endsOn);
}
