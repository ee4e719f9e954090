import { lastOpenedAt } from "../../../access/devices/service.ts";
import { isGeocoding } from "../../../infra/geocoding/geocoder.ts";
import { hourMs } from "../../../infra/units.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import type { FleetAttention } from "../../carriers/dispatch-terms.ts";
import { findCarrierRow } from "../../carriers/service.ts";
import { firstUnseen, type NoticeRow } from "../../lifecycle/driver-notices/reading.ts";
import { isGeocodingQueued } from "../../lifecycle/places/queue.ts";
import type { AssignmentRow, ShipmentRow } from "../../lifecycle/state/rows.ts";
import { pinnableStops } from "../../lifecycle/state/shipment.ts";
import { isHouseKnown } from "../../model/address.ts";
import { absenceOf } from "../drivers/absences.ts";
import { shortName } from "../drivers/driver.ts";
import { findDriver } from "../drivers/reading.ts";
import { wrongClockOf } from "../positions/mistimed.ts";
import type { Situation } from "./situation.ts";

/** What a rule looks at only where the settings of the fleet name its kind. */

/** A driver who looked at the page so long ago is expected to hear of what is new. */
const openedMs = hourMs;

function wants(
  { deps, environment }: DeliveryWriting,
  { carrier }: AssignmentRow,
  kind: FleetAttention,
): boolean {
  return deps.carrier(environment, carrier.id)?.attention?.includes(kind) ?? false;
}

export function wrongClockIn(
  writing: DeliveryWriting,
  assignment: AssignmentRow,
  driverId: string,
): Situation["wrongClock"] {
  if (!wants(writing, assignment, "clock_wrong")) return null;
  const { tx, now } = writing;
  // The app of a driver off duty is not heard at all.
  const isHeard = findDriver(tx, driverId)?.onDuty ?? false;
  return (isHeard && wrongClockOf(tx, driverId, now)) || null;
}

/** Where the driver of an own fleet has still to go, and the house is not known. */
export function unclearIn(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  assignment: AssignmentRow,
): Situation["unclear"] {
  const { deps, tx, environment } = writing;
  if (!wants(writing, assignment, "address_unclear") || !isGeocoding(deps, environment)) return null;
  if (findCarrierRow(tx, assignment.carrier.id)?.accountId !== shipment.accountId) return null;
  const stops = (pinnableStops[shipment.status] ?? []).filter(
    (stop) => !isHouseKnown(shipment[stop].address),
  );
  return stops.length > 0 ? { stops, isAsking: isGeocodingQueued(writing, shipment.id) } : null;
}

export function absentDriverOf(
  writing: DeliveryWriting,
  assignment: AssignmentRow,
  driverId: string,
): Situation["absentDriver"] {
  if (!wants(writing, assignment, "goods_with_absent_driver")) return null;
  const { tx, now } = writing;
  const absence = absenceOf(tx, driverId, now);
  const driver = findDriver(tx, driverId);
  if (absence?.jobs !== "release" || !driver) return null;
  return { name: shortName(driver.name), since: absence.createdAt, until: absence.until };
}

/** The first that the driver was told of the job and has not seen. A recall has a kind of its own. */
export function unseenBy(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  assignment: AssignmentRow,
  driverId: string,
): Situation["unseen"] {
  if (!wants(writing, assignment, "job_not_seen")) return null;
  const { deps, tx, now } = writing;
  const told = firstUnseen(tx, { assignmentId: assignment.id, driverId });
  const driver = told && findDriver(tx, driverId);
  // Whoever has no phone taps nothing.
  if (!driver || driver.withoutPhone) return null;
  const openedAt = lastOpenedAt(deps, driverId);
  const isOpen = openedAt !== undefined && openedAt > deps.realClock.now() - openedMs;
  return {
    what: told.kind === "change" ? "change" : "job",
    since: told.madeAt,
    neededAt: Math.min(...stopsOfNotice(told).map((stop) => neededAt(shipment, assignment, stop, now))),
    driver: shortName(driver.name),
    isReachable: driver.onDuty && isOpen,
  };
}

function stopsOfNotice({ kind, details }: NoticeRow): ("pickup" | "delivery")[] {
  const changed = kind === "change" ? (details.changes ?? []).map(({ stop }) => stop) : [];
  return changed.length > 0 ? changed : ["pickup"];
}

/** The beginning of the window, or the estimate. */
function neededAt(
  shipment: ShipmentRow,
  { estimatedPickupAt, estimatedDeliveryAt }: AssignmentRow,
  stop: "pickup" | "delivery",
  now: number,
): number {
  const { window } = shipment[stop];
  const estimatedAt = stop === "pickup" ? estimatedPickupAt : estimatedDeliveryAt;
  return window ? Date.parse(window.start) : (estimatedAt ?? now);
}

/** Nobody looks at waiting that has no free minutes, and nobody knows when a driver came who did not say so. */
export function waitingIn(
  writing: DeliveryWriting,
  { substatus, stopArrivedAt: since }: ShipmentRow,
  assignment: AssignmentRow,
): Situation["waiting"] {
  if (since === null || substatus !== "at_pickup" || !wants(writing, assignment, "waiting_at_pickup"))
    return null;
  const { deps, environment } = writing;
  const { freeWaitingMinutes: freeMinutes = null } = deps.carrier(environment, assignment.carrier.id) ?? {};
  if (freeMinutes === null) return null;
  return { since, freeMinutes };
}
