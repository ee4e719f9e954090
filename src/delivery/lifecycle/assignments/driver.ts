import { invalidField } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { findAssignmentRow } from "../state/reading.ts";
import type { AssignmentRow } from "../state/rows.ts";

/** The driver whom an acceptance names, and their fleet. */
export interface ChosenDriver {
  id: string;
  fleetId: string;
}

/**
 * A driver of an own fleet, on duty or not; undefined where none is named.
 * @throws AppError `validation_failed` for one of another account, and for one that was deleted
 */
export function chosenDriver(
  deps: DeliveryDeps,
  { environment, accountId }: Caller,
  { driver_id: id, carrier_id: carrierId }: { driver_id?: string; carrier_id?: string },
  pointer: string,
): ChosenDriver | undefined {
  if (id === undefined) return undefined;
  const fleetId = deps.drivers.fleetOf(deps.stores.platform(environment).db, accountId, id);
  if (fleetId === undefined) {
    throw invalidField(`${pointer}/driver_id`, "unknown", "must be a driver of your own fleet");
  }
  if (carrierId !== undefined && carrierId !== fleetId) {
    throw invalidField(
      `${pointer}/driver_id`,
      "contradictory",
      "must be a driver of the fleet in carrier_id",
    );
  }
  return { id, fleetId };
}

/**
 * Gives the driver the job that was just booked, inside the caller's transaction.
 * @throws AppError `not_found` if the driver was deleted, `driver_over_capacity`, `driver_absent`
 */
export function giveToChosen(
  writing: DeliveryWriting,
  caller: Caller,
  assignment: AssignmentRow,
  driver: ChosenDriver | undefined,
): AssignmentRow {
  if (!driver) return assignment;
  writing.deps.drivers.give(writing, caller, assignment.id, driver.id);
  return findAssignmentRow(writing.tx, assignment.id) ?? assignment;
}
