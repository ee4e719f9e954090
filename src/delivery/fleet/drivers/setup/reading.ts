import { countDevices } from "@/access/devices/service.ts";
import { toTimestampOrNull } from "@/infra/clock.ts";
import { readPage } from "@/infra/http/pagination.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import type { Manager, Side } from "../../../carriers/service.ts";
import { openJobCount } from "../../../lifecycle/driver-jobs/reading.ts";
import { absenceOf } from "../absences.ts";
import { placeOf } from "../places.ts";
import { requireDriver } from "../reading.ts";
import type { DriverView } from "../schema.ts";
import { type DriverRow, driverStore } from "../store.ts";
import { toDriverView } from "../view.ts";

interface DriverQuery {
  limit?: number;
  cursor?: string;
  carrier_id?: string;
  on_duty?: "true" | "false";
}

/** The drivers of this side, newest first. */
export function listDrivers(deps: DeliveryDeps, caller: Manager, side: Side, query: DriverQuery) {
  const { carrier_id: carrierId, on_duty } = query;
  const filters = { side, carrierId, on_duty };
  const onDuty = on_duty === undefined ? undefined : on_duty === "true";
  const owner = side === "account" ? caller.accountId : null;
  return readPage(deps, { name: "drivers", of: caller, filters }, query, {
    read: (before, count) =>
      driverStore(deps.stores.platform(caller.environment).db).list(
        owner,
        { carrierId, onDuty },
        before,
        count,
      ),
    placeOf: ({ id }) => id,
    view: (row) => viewOf(deps, caller, row),
  });
}

/** @throws AppError `not_found` */
export function getDriver(deps: DeliveryDeps, caller: Manager, side: Side, id: string): DriverView {
  return viewOf(deps, caller, requireDriver(deps, caller, side, id));
}

/** A driver as the dispatcher sees one. */
export function viewOf(deps: DeliveryDeps, { environment }: Manager, row: DriverRow): DriverView {
  const { db } = deps.stores.platform(environment);
  const absence = absenceOf(db, row.id, deps.clock.now());
  return toDriverView(row, {
    environment,
    place: row.onDuty ? placeOf(db, row.id) : undefined,
    absent_until: toTimestampOrNull(absence?.until ?? null),
    active_assignments: openJobCount(db, row.id),
    devices: countDevices(deps, row.id),
  });
}
