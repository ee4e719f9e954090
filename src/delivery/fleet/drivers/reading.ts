import type { Db } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import type { DriverPrincipal } from "../../../infra/http/principal.ts";
import type { Manager, Side } from "../../carriers/service.ts";
import type { Driver } from "../../model/model.ts";
import { shortName } from "./driver.ts";
import { type DriverRow, driverStore, type PlacedDriver } from "./store.ts";

/** A driver of anybody, unless it was deleted. */
export function findDriver(db: Db, id: string): DriverRow | undefined {
  const row = driverStore(db).findAny(id);
  return row?.deletedAt === null ? row : undefined;
}

/** The fleet of an account's driver; undefined for one of others, and for one that was deleted. */
export function fleetOfDriver(db: Db, accountId: string, id: string): string | undefined {
  const row = findDriver(db, id);
  return row?.accountId === accountId ? row.carrierId : undefined;
}

/** The drivers of a carrier who take jobs now, with where they are. One without a phone or a position is left out. */
export function driversOnDuty(db: Db, carrierId: string): PlacedDriver[] {
  return driverStore(db).listPlaced(carrierId);
}

/** The drivers of a carrier, on duty or not. */
export function driversOf(db: Db, carrierId: string): DriverRow[] {
  return driverStore(db).listOfCarrier(carrierId);
}

/** Whether the carrier has any driver, on duty or not. */
export function hasDrivers(db: Db, carrierId: string): boolean {
  return driverStore(db).hasAny(carrierId);
}

/** A driver as assignments, events and recipients name one. */
export function toAssignmentDriver({ name, phone, vehicle }: DriverRow): Driver {
  return { name: shortName(name), phone, vehicle };
}

/**
 * A driver of this side: of the caller's account, or of the installation. Inside a transaction it reads what that has
 * written. @throws AppError `not_found`
 */
export function requireDriver(deps: Deps, caller: Manager, side: Side, id: string): DriverRow {
  const row = findDriver(deps.stores.platform(caller.environment).db, id);
  const owner = side === "account" ? caller.accountId : null;
  if (row?.accountId !== owner) throw new AppError("not_found");
  return row;
}

/** The driver who calls. @throws AppError `device_required` for one that was deleted */
export function requireSelf(db: Db, { driverId }: DriverPrincipal): DriverRow {
  const row = findDriver(db, driverId);
  if (!row) throw new AppError("device_required");
  return row;
}
