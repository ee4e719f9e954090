import type { Db, Sync, Tx } from "../../../infra/db/store.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import { inTimeOf } from "../../../infra/own-time.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { fleetCode } from "../../carriers/kind.ts";
import { findCarrierRow, type Side } from "../../carriers/service.ts";
import type { CarrierRow } from "../../carriers/store.ts";
import { findAssignmentRow, findShipment, viewOf } from "../../lifecycle/state/reading.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import type { ShipmentView } from "../../lifecycle/state/schema.ts";
import type { FleetShipmentView } from "./schema.ts";
import { type FleetJob, toFleetShipmentView } from "./view.ts";

/** Shipments whose carrier is a fleet of this side: of the caller's account, or of the installation. */

/** A shipment of the caller's account, or one that a fleet of the installation has. @throws AppError `not_found` */
export function requireManagedShipment(db: Db | Tx, caller: Caller, side: Side, id: string): ShipmentRow {
  const shipment = findShipment(db, id);
  const isManaged =
    side === "account"
      ? shipment?.accountId === caller.accountId
      : shipment && isFleetOf(carrierOf(db, shipment), null);
  if (!shipment || !isManaged) throw new AppError("not_found");
  return shipment;
}

/** Who changes which shipment. */
export interface Managed {
  caller: Caller;
  side: Side;
  id: string;
  /** Compares the shipment's version with If-Match. */
  accepts(version: number): boolean;
}

/**
 * Changes a shipment once, in one transaction, in its account's time.
 * @throws AppError `not_found`, `precondition_failed`, and what `change` throws
 */
export function changeManaged<T>(
  deps: DeliveryDeps,
  { caller, side, id, accepts }: Managed,
  change: (writing: DeliveryWriting, before: ShipmentRow) => Sync<T>,
): Promise<T> {
  const { environment } = caller;
  const { accountId } = requireManagedShipment(deps.stores.platform(environment).db, caller, side, id);
  return inTimeOf(deps, { accountId, environment }, () =>
    writeOnce(deps, caller, (writing: DeliveryWriting) => {
      const before = requireManagedShipment(writing.tx, caller, side, id);
      if (!accepts(before.version)) throw new AppError("precondition_failed");
      return change(writing, before);
    }),
  );
}

/** The shipment after its change: with its addresses for its account, without for the operator. */
export function viewForSide(
  writing: DeliveryWriting,
  side: Side,
  job: FleetJob,
): ShipmentView | FleetShipmentView {
  return side === "account" ? viewOf(writing, job.shipment) : toFleetShipmentView(job, writing.environment);
}

/**
 * What this side's fleet has of the shipment. In the sandbox the simulated carriers are everybody's fleet.
 * @throws AppError `not_own_fleet`
 */
export function requireFleetJob(db: Db | Tx, shipment: ShipmentRow, side: Side): FleetJob {
  const { assignmentId, accountId } = shipment;
  const assignment = assignmentId === null ? undefined : findAssignmentRow(db, assignmentId);
  if (!assignment) throw notOwn("No quote is accepted, so no fleet has the shipment.");
  const carrier = carrierOf(db, shipment);
  if (carrier && !isFleetOf(carrier, side === "account" ? accountId : null)) {
    throw notOwn(
      carrier.accountId === null
        ? `The operator's carrier ${assignment.carrier.name} has the shipment. Ask the operator.`
        : `${assignment.carrier.name} is no fleet: only the carrier knows what happened.`,
    );
  }
  return { shipment, assignment, carrier };
}

function carrierOf(db: Db | Tx, { carrierId }: ShipmentRow): CarrierRow | undefined {
  return carrierId === null ? undefined : findCarrierRow(db, carrierId);
}

function isFleetOf(carrier: CarrierRow | undefined, accountId: string | null): boolean {
  return carrier?.kind === fleetCode && carrier.accountId === accountId;
}

function notOwn(detail: string): AppError {
  return new AppError("not_own_fleet", { detail });
}
