import { endDevicesOfCarrier, endDevicesOfDriver } from "../../../access/devices/service.ts";
import { revokeTokensOfDriver } from "../../../access/tokens/service.ts";
import type { DueRows } from "../../../infra/db/due-rows.ts";
import { erasedColumns } from "../../../infra/db/erasing.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { lastTurnsOf, type TurnPlace } from "../../lifecycle/driver-jobs/reading.ts";
import { withdrawOffers } from "../../lifecycle/driver-jobs/transitions.ts";
import { forgetNotices } from "../../lifecycle/driver-notices/transitions.ts";
import { forgetDriversPhone } from "../../lifecycle/naming-driver.ts";
import { forgetAbsence } from "./absences.ts";
import { forgetPlace } from "./places.ts";
import { type DriverRow, driverStore, driversUnsettled } from "./store.ts";

/**
 * What follows after a driver was deleted: the link, the devices and the tokens end, and assignments that ended forget the
 * phone number. Those stand in another database, and these are many, so that is in transactions of their own; a job
 * continues what a restart interrupted.
 */

const assignmentsAtOnce = 50;

export function unsettledDrivers({ stores }: Deps, environment: Environment): DueRows {
  return driversUnsettled(stores.platform(environment));
}

/**
 * Marks a driver as deleted, and forgets the phone number and the place. What was offered to them goes to the next one.
 * `finishRemoval` does the rest.
 */
export function markDeleted(writing: Writing, driver: DriverRow): void {
  const { tx, now } = writing;
  withdrawOffers(writing, driver.id);
  forgetPlace(writing, driver.id);
  forgetAbsence(writing, driver.id);
  forgetNotices(writing, driver.id);
  driverStore(tx).update({
    ...driver,
    ...erasedColumns("drivers", driver),
    onDuty: false,
    dutyUntil: null,
    version: driver.version + 1,
    updatedAt: now,
    deletedAt: now,
    unsettled: true,
  });
}

export async function finishRemoval(deps: Deps, environment: Environment, id: string): Promise<void> {
  const row = driverStore(deps.stores.platform(environment).db).findAny(id);
  if (!row?.unsettled) return;
  await endDevicesOfDriver(deps, id);
  await revokeTokensOfDriver(deps, id);
  await forgetPhone(deps, environment, id);
  await write(deps, environment, ({ tx }) => driverStore(tx).update({ ...row, unsettled: false }));
}

/** The driver's number leaves the assignments that they had to the end, in steps: others write in between. */
async function forgetPhone(deps: Deps, environment: Environment, driverId: string): Promise<void> {
  let after: TurnPlace | undefined;
  do {
    after = await write(deps, environment, (writing) => {
      const turns = lastTurnsOf(writing.tx, driverId, { after, limit: assignmentsAtOnce });
      for (const { assignmentId } of turns) forgetDriversPhone(writing, assignmentId);
      return turns.at(-1);
    });
  } while (after);
}

/** Deletes the drivers of a deleted carrier, whose tokens are revoked already. */
export async function removeDriversOf(
  deps: Deps,
  environment: Environment,
  carrierId: string,
): Promise<void> {
  await write(deps, environment, (writing) => {
    for (const row of driverStore(writing.tx).listOfCarrier(carrierId)) markDeleted(writing, row);
  });
  await endDevicesOfCarrier(deps, carrierId);
}
