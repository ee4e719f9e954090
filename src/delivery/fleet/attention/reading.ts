import type { Db } from "../../../infra/db/store.ts";
import type { Writing } from "../../../infra/deps.ts";
import type { UnavailableCode } from "../../carriers/carrier.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import type { DispatchTerms } from "../../carriers/dispatch-terms.ts";
import { findCarrierRow } from "../../carriers/service.ts";
import { termsOf } from "../../lifecycle/driver-jobs/driver-job.ts";
import { freedAt, jobOf } from "../../lifecycle/driver-jobs/reading.ts";
import { quotingOf } from "../../lifecycle/quotes/service.ts";
import { isActive } from "../../lifecycle/state/assignment.ts";
import { expectedAgainst, promiseOf } from "../../lifecycle/state/promise.ts";
import { reachedAt, troublesOf, withAssignment } from "../../lifecycle/state/reading.ts";
import type { AssignmentRow, ShipmentRow } from "../../lifecycle/state/rows.ts";
import { pinTriesMax } from "../../lifecycle/state/shipment.ts";
import { standingSince } from "../../lifecycle/tracking/reading.ts";
import { trackingOf } from "../../lifecycle/tracking/service.ts";
import type { EtaRow } from "../../lifecycle/tracking/store.ts";
import { roughPlace } from "../../model/address-view.ts";
import { nextJobOf } from "../dispatch/stops/reading.ts";
import { findDriver } from "../drivers/reading.ts";
import type { DriverRow } from "../drivers/store.ts";
import type { AttentionFacts } from "./attention.ts";
import type { DriverJob, Situation } from "./situation.ts";
import type { AttentionRow } from "./store.ts";
import { absentDriverOf, unclearIn, unseenBy, waitingIn, wrongClockIn } from "./wanted.ts";

/** Reads what the rules look at, and no more than the shipment's state needs. */

/** What the items of a shipment keep of it, whatever their kind. */
export type Carried = Pick<
  AttentionRow,
  "shipmentId" | "accountId" | "assignmentId" | "carrierId" | "isInstalled" | "driverId"
> & { facts: AttentionFacts };

export function readSituation(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
): { situation: Situation; carried: Carried } {
  const { tx, now } = writing;
  const { assignment: current } = withAssignment(tx, shipment);
  const waits = shipment.status === "created" || shipment.status === "quoted";
  const tracking = current ? trackingOf(tx, shipment) : undefined;
  const isMoving = shipment.status === "assigned" || shipment.status === "in_transit";
  const job = current ? driverJobOf(writing, shipment, current) : null;
  const driver = job?.driverId ? findDriver(tx, job.driverId) : undefined;
  const situation: Situation = {
    now,
    shipment,
    assignment: current && isActive(current.status) ? current : null,
    ...(waits ? quotingOf(tx, shipment.id) : { round: undefined, quotes: [] }),
    positionAt: tracking?.position?.recordedAt ?? null,
    silentSince: tracking?.silentSince ?? null,
    eta: {
      pickupAt: tracking?.etaPickupAt ?? null,
      deliveryAt: deliveryExpectedAt(shipment, current, tracking),
      returnAt: tracking?.etaReturnAt ?? null,
      updatedAt: tracking?.etaSource ? tracking.etaUpdatedAt : null,
    },
    standingSince: current && isMoving && tracking?.position ? standsSince(tx, current) : null,
    isUnheard: isUnheard(driver, now),
    isEnteredLater: driver?.withoutPhone === true,
    arrivedAt:
      shipment.substatus === "at_delivery"
        ? reachedAt(tx, shipment.id, { status: "in_transit", substatus: "at_delivery" })
        : null,
    job,
    wrongClock: current && job?.driverId ? wrongClockIn(writing, current, job.driverId) : null,
    unclear: current ? unclearIn(writing, shipment, current) : null,
    absentDriver: current && job?.driverId ? absentDriverOf(writing, current, job.driverId) : null,
    unseen: current && job?.driverId ? unseenBy(writing, shipment, current, job.driverId) : null,
    waiting: current ? waitingIn(writing, shipment, current) : null,
    setback: tracking?.setback ?? null,
    troubles: troublesOf(tx, shipment.id),
  };
  const driverId = situation.job?.driverId ?? null;
  const carried = carriedBy(writing, shipment, current);
  const card = cardOf(writing, shipment, situation.round);
  return {
    situation,
    carried: { ...carried, driverId, facts: { ...carried.facts, ...(card !== undefined && { card }) } },
  };
}

/** What another rate card would change. */
const refusedByCard: readonly UnavailableCode[] = [
  "out_of_zone",
  "incomplete_address",
  "weight_exceeded",
  "dimensions_exceeded",
  "requirement_unsupported",
];

/** The account's own fleet whose rate card had no price. */
function cardOf(
  { tx }: Writing,
  { status, accountId }: ShipmentRow,
  round: Situation["round"],
): string | undefined {
  if (status !== "created") return undefined;
  const refusal = round?.unavailable.find(({ carrier, code }) => {
    const row = carrier && refusedByCard.includes(code) ? findCarrierRow(tx, carrier.id) : undefined;
    return row?.kind === "fleet" && row.accountId === accountId;
  });
  return refusal?.carrier?.id;
}

/** A day is judged by what was promised on it. */
function deliveryExpectedAt(
  shipment: ShipmentRow,
  assignment: AssignmentRow | null,
  tracking: EtaRow | undefined,
): number | null {
  if (!tracking) return null;
  const promised = promiseOf(shipment, assignment, "delivery");
  return expectedAgainst(promised, shipment, tracking.etaDeliveryAt, tracking.etaDeliveryDate, roughPlace);
}

/** A driver who takes over may do so where the former one stood. */
function standsSince(tx: Db, { id, shipmentId }: AssignmentRow): number | null {
  const since = standingSince(tx, shipmentId);
  return since === null ? null : Math.max(since, jobOf(tx, id)?.acceptedAt ?? 0);
}

function driverJobOf(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  { id: assignmentId, assignedAt }: AssignmentRow,
): DriverJob | null {
  const job = jobOf(writing.tx, assignmentId);
  if (!job || job.status === "ended") return null;
  // Nobody drives what is only offered.
  const driverId = job.status === "accepted" ? job.driverId : null;
  const next = driverId === null ? undefined : nextJobOf(writing.tx, driverId);
  const isNextStop = next === undefined || next === assignmentId;
  const { searchAt, waitingSince, givesUpAt } = job;
  const terms = writing.deps.carrier(writing.environment, job.carrierId)?.dispatch;
  const isFree = job.status === "searching" || job.status === "unassigned";
  // The fleet's settings may have changed since the job began. Nobody is near to an unknown place.
  const { choice } = termsOf<Pick<DispatchTerms, "choice">>(terms ?? { choice: "manual" }, shipment);
  const isByHand = isFree && choice === "manual";
  const toChooseSince = isByHand ? (freedAt(writing.tx, assignmentId) ?? assignedAt) : null;
  return { driverId, toChooseSince, searchAt, waitingSince, givesUpAt, isNextStop };
}

/** A break ends by itself; who is off duty without an end has left with the goods. */
function isUnheard(driver: DriverRow | undefined, now: number): boolean {
  if (!driver) return false;
  const { withoutPhone, onDuty, dutyUntil } = driver;
  return withoutPhone || (!onDuty && dutyUntil !== null && now < dutyUntil);
}

function carriedBy(
  { tx }: Writing,
  shipment: ShipmentRow,
  assignment: AssignmentRow | null,
): Omit<Carried, "driverId"> {
  const carrierId = assignment?.carrier.id ?? null;
  const carrier = carrierId === null ? undefined : findCarrierRow(tx, carrierId);
  return {
    shipmentId: shipment.id,
    accountId: shipment.accountId,
    assignmentId: assignment?.id ?? null,
    carrierId,
    isInstalled: carrierId !== null && (carrier?.accountId ?? null) === null,
    facts: {
      isFleet: carrier?.kind === "fleet",
      hasGoods: shipment.status !== "assigned",
      hasPin: shipment.pin !== null && !assignment?.ownPin && shipment.pinTries < pinTriesMax,
    },
  };
}
