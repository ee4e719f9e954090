import type { Db } from "../../../infra/db/store.ts";
import { invalidParameter } from "../../../infra/errors.ts";
import { readPage } from "../../../infra/http/pagination.ts";
import { dayMs } from "../../../infra/units.ts";
import { inSlices } from "../../../infra/waiting/turns.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { findTimeZone, requireFleet } from "../../carriers/kinds/fleet/cards.ts";
import type { Manager, Side } from "../../carriers/service.ts";
import { type Turn, turnsBetween } from "../../lifecycle/driver-jobs/reading.ts";
import type { AssignmentStatus } from "../../lifecycle/state/assignment.ts";
import { findAssignmentRow, stepsOf } from "../../lifecycle/state/reading.ts";
import { driversOf, requireDriver } from "../drivers/reading.ts";
import type { DriverRow } from "../drivers/store.ts";
import { ridesBetween, shiftsBetween } from "../positions/rides.ts";
import { type Day, type DayOfWork, dateAt, dayOf, daysFrom } from "./days.ts";
import { type Done, doneIn } from "./done.ts";
import { type DaySpan, type DriverDays, type DriverDaysPage, daysMax } from "./schema.ts";
import { type DayRow, dayColumns, rowsOf, toDayView } from "./view.ts";

/** What drivers did, day by day, reckoned from what is kept of times on duty, ways and timelines. */

/** A job that a driver got longer before its stop is not found. */
const jobLeadMaxMs = 60 * dayMs;
/** A person may give a job to who has done it, and enter or correct what happened, as long as states can be corrected. */
const enteredWithinMs = 14 * dayMs;
const zoneUnknown = "UTC";
/** Days of a span without a beginning. */
const daysShown = 7;

interface Days {
  timeZone: string;
  days: Day[];
}

/** @throws AppError `not_found`, `query_invalid` */
export async function getDriverDays(
  deps: DeliveryDeps,
  caller: Manager,
  side: Side,
  id: string,
  span: DaySpan,
): Promise<DriverDays> {
  const driver = requireDriver(deps, caller, side, id);
  const days = daysOf(deps, span, zoneOf(deps, caller, driver.carrierId));
  return inSlices(reckon(deps, caller, driver, days));
}

/** The days of a fleet's drivers, who are in the order of their ids. @throws AppError `not_found`, `query_invalid`, `cursor_invalid` */
export async function listDriverDays(
  deps: DeliveryDeps,
  caller: Manager,
  side: Side,
  carrierId: string,
  { from, to, limit, cursor }: DaySpan & { limit?: number; cursor?: string },
): Promise<DriverDaysPage> {
  const drivers = driversOfFleet(deps, caller, side, carrierId);
  const span = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const days = daysOf(deps, span, zoneOf(deps, caller, carrierId));
  const filters = { side, carrierId, from, to };
  const page = { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) };
  const { data, ...rest } = readPage(deps, { name: "driver-days", of: caller, filters }, page, {
    read: (after = "", count) => drivers.filter(({ id }) => id > after).slice(0, count),
    placeOf: ({ id }) => id,
    view: (driver) => driver,
  });
  const all = each(data, (driver) => inSlices(reckon(deps, caller, driver, days)));
  return { data: await Array.fromAsync(all), ...rest };
}

/**
 * The days of one driver, or of all drivers of a fleet, as CSV with a line for each day.
 * @throws AppError as `getDriverDays` and `listDriverDays`
 */
export function csvOfDays(
  deps: DeliveryDeps,
  caller: Manager,
  side: Side,
  of: { driverId: string } | { carrierId: string },
  span: DaySpan,
) {
  const drivers =
    "driverId" in of
      ? [requireDriver(deps, caller, side, of.driverId)]
      : driversOfFleet(deps, caller, side, of.carrierId);
  const [first] = drivers;
  const days = daysOf(deps, span, first ? zoneOf(deps, caller, first.carrierId) : zoneUnknown);
  const all = each(drivers, (driver) => inSlices(reckon(deps, caller, driver, days)));
  return { name: "driver-days", columns: dayColumns, rows: () => linesOf(all) };
}

async function* linesOf(drivers: AsyncIterable<DriverDays>): AsyncGenerator<DayRow[]> {
  for await (const days of drivers) yield rowsOf(days);
}

async function* each(
  drivers: readonly DriverRow[],
  days: (driver: DriverRow) => Promise<DriverDays>,
): AsyncGenerator<DriverDays> {
  for (const driver of drivers) yield await days(driver);
}

function driversOfFleet(deps: DeliveryDeps, caller: Manager, side: Side, carrierId: string): DriverRow[] {
  requireFleet(deps, caller, side, carrierId);
  const { db } = deps.stores.platform(caller.environment);
  return driversOf(db, carrierId).toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function zoneOf(deps: DeliveryDeps, { environment }: Manager, carrierId: string): string {
  return findTimeZone(deps.stores.platform(environment).db, carrierId) ?? zoneUnknown;
}

/** The days of a span, where the fleet is. @throws AppError `query_invalid` */
function daysOf(deps: DeliveryDeps, { from, to }: DaySpan, timeZone: string): Days {
  const last = to ?? dateAt(deps.clock.now(), timeZone);
  const first =
    from ??
    Temporal.PlainDate.from(last)
      .subtract({ days: daysShown - 1 })
      .toString();
  if (last < first) throw invalidParameter("to", "order", "must not be before from");
  const count = (Date.parse(last) - Date.parse(first)) / dayMs + 1;
  if (count > daysMax)
    throw invalidParameter("to", "too_long", `must be at most ${daysMax} days, from included`);
  return { timeZone, days: daysFrom(first, last, timeZone) };
}

/** Reads a driver's jobs one by one, so that others have their turn between. */
function* reckon(
  deps: DeliveryDeps,
  { environment }: Manager,
  { id, name }: DriverRow,
  { days, timeZone }: Days,
): Generator<void, DriverDays> {
  const { db } = deps.stores.platform(environment);
  const beginsAt = days[0]?.beginsAt ?? 0;
  const endsAt = days.at(-1)?.endsAt ?? 0;
  const now = deps.clock.now();
  const shifts = shiftsBetween(db, id, beginsAt, endsAt);
  const rides = ridesBetween(db, id, beginsAt, endsAt);
  const done: Done[] = [];
  for (const turn of turnsBetween(db, id, beginsAt - jobLeadMaxMs, endsAt + enteredWithinMs)) {
    done.push(...doneIn(stepsOf(db, turn.shipmentId), endOf(db, turn)));
    yield;
  }
  const worked = { shifts, rides, done };
  const known = days
    .map((day) => dayOf(day, worked, now))
    .filter((day): day is DayOfWork => day !== undefined);
  return { driver_id: id, driver_name: name, time_zone: timeZone, days: known.map(toDayView) };
}

const givenUp: readonly AssignmentStatus[] = ["rejected", "released", "cancelled"];

/** A turn at a booking that was given up ends with it: what came after is somebody else's. */
function endOf(db: Db, { assignmentId, since, until }: Turn): { since: number; until: number | null } {
  if (until !== null) return { since, until };
  const assignment = findAssignmentRow(db, assignmentId);
  const isGivenUp = assignment !== undefined && givenUp.includes(assignment.status);
  return { since, until: isGivenUp ? assignment.endedAt : null };
}
