import type { AuditAction } from "@/access/audit/audit.ts";
import { queueAudit } from "@/access/audit/outbox.ts";
import { type Writing, write } from "@/infra/deps.ts";
import { AppError, invalidField } from "@/infra/errors.ts";
import { writeOnce } from "@/infra/idempotency/service.ts";
import { liveDrivers, markPartChanged } from "@/messaging/events/watch.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import { type Manager, requireManaged, type Side } from "../../../carriers/service.ts";
import { openJobCount } from "../../../lifecycle/driver-jobs/reading.ts";
import { withdrawOffers } from "../../../lifecycle/driver-jobs/transitions.ts";
import { absenceOf } from "../absences.ts";
import { defaultCapacity } from "../driver.ts";
import { markJobsDue, setDuty } from "../duty.ts";
import { requireDriver } from "../reading.ts";
import { finishRemoval, markDeleted } from "../removal.ts";
import type { CreateDriver, DriverView, PatchDriver } from "../schema.ts";
import { type DriverRow, driverStore } from "../store.ts";
import { viewOf } from "./reading.ts";

/** How many drivers an account, or the installation, may have in each environment. */
const driversMax = { account: 1_000, installation: 5_000 } as const satisfies Record<Side, number>;

/** @throws AppError `not_found` for a carrier of another side, `validation_failed` for no fleet, `limit_reached` */
export function createDriver(
  deps: DeliveryDeps,
  caller: Manager,
  side: Side,
  input: CreateDriver,
): Promise<DriverView> {
  return writeOnce(deps, caller, (writing) => addDriver(writing, caller, side, input));
}

/** Creates a driver inside the caller's transaction. @throws AppError `not_found`, `validation_failed`, `limit_reached` */
export function addDriver(
  writing: Writing<DeliveryDeps>,
  caller: Manager,
  side: Side,
  input: CreateDriver,
): DriverView {
  const { deps, tx, now } = writing;
  const accountId = side === "account" ? caller.accountId : null;
  refuseNoFleet(deps, caller, side, input.carrier_id);
  if (driverStore(tx).countOf(accountId) >= driversMax[side]) {
    throw new AppError("limit_reached", {
      detail: `At most ${driversMax[side]} drivers can be created in each environment. Delete one first.`,
    });
  }
  const { assignments, weight_grams } = {
    ...defaultCapacity(deps.carrier(writing.environment, input.carrier_id)?.dispatch?.choice),
    ...input.capacity,
  };
  const row: DriverRow = {
    id: deps.ids.make("drv"),
    carrierId: input.carrier_id,
    accountId,
    name: input.name,
    phone: input.phone ?? null,
    vehicle: { type: input.vehicle.type, plate: input.vehicle.plate ?? null },
    language: input.language ?? null,
    onDuty: false,
    dutyUntil: null,
    withoutPhone: input.without_phone ?? false,
    capacityAssignments: assignments,
    capacityWeightGrams: weight_grams,
    version: 1,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    unsettled: false,
  };
  driverStore(tx).insert(row);
  record(writing, caller, "driver.created", row);
  return viewOf(deps, caller, row);
}

/**
 * Applies a merge patch. `accepts` compares a version with If-Match.
 * @throws AppError `not_found`, `precondition_failed`, `validation_failed`, `driver_absent`
 */
export function patchDriver(
  deps: DeliveryDeps,
  caller: Manager,
  side: Side,
  id: string,
  patch: PatchDriver,
  accepts: (version: number) => boolean,
): Promise<DriverView> {
  return write(deps, caller.environment, (writing) => {
    const before = requireDriver(deps, caller, side, id);
    if (!accepts(before.version)) throw new AppError("precondition_failed");
    const set = patched(before, patch);
    if (patch.on_duty === true) refuseOnDuty(writing, set);
    const changed = changedFields(before, set);
    const isChanged = changed.length > 0;
    const after = isChanged ? { ...set, version: before.version + 1, updatedAt: writing.now } : before;
    if (isChanged) driverStore(writing.tx).update(after);
    // Nobody answers what is offered to them.
    if (after.withoutPhone && !before.withoutPhone) withdrawOffers(writing, id);
    if (after.withoutPhone !== before.withoutPhone) markJobsDue(writing, id);
    const { on_duty: onDuty = before.onDuty } = patch;
    const isDutyChanged =
      onDuty !== before.onDuty || (patch.on_duty !== undefined && before.dutyUntil !== null);
    const shown = isDutyChanged ? setDuty(writing, after, onDuty) : after;
    if (isChanged || isDutyChanged) {
      record(writing, caller, "driver.changed", shown, isDutyChanged ? [...changed, "on_duty"] : changed);
    }
    return viewOf(deps, caller, shown);
  });
}

/** Ends the driver's link, devices and tokens too. @throws AppError `not_found`, `driver_in_use` */
export async function deleteDriver(
  deps: DeliveryDeps,
  caller: Manager,
  side: Side,
  id: string,
): Promise<void> {
  await write(deps, caller.environment, (writing) => {
    const row = requireDriver(deps, caller, side, id);
    if (openJobCount(writing.tx, id) > 0) throw new AppError("driver_in_use");
    markDeleted(writing, row);
    record(writing, caller, "driver.removed", row);
  });
  await finishRemoval(deps, caller.environment, id);
}

/** @throws AppError `not_found`, `validation_failed` */
function refuseNoFleet(deps: DeliveryDeps, caller: Manager, side: Side, carrierId: string): void {
  if (requireManaged(deps, caller, side, carrierId).kind === "fleet") return;
  throw invalidField("#/carrier_id", "kind", "must be a carrier of the kind fleet");
}

/** @throws AppError `validation_failed` for a driver with a phone, `driver_absent` for one who is out */
function refuseOnDuty({ tx, now }: Writing, { id, withoutPhone }: DriverRow): void {
  if (!withoutPhone) {
    throw invalidField("#/on_duty", "driver_only", "can only be false: the driver goes on duty");
  }
  if (absenceOf(tx, id, now)) throw new AppError("driver_absent");
}

function patched(
  before: DriverRow,
  { name, phone, vehicle, language, capacity, without_phone }: PatchDriver,
): DriverRow {
  const { assignments, weight_grams } = {
    assignments: before.capacityAssignments,
    weight_grams: before.capacityWeightGrams,
    ...capacity,
  };
  return {
    ...before,
    name: name ?? before.name,
    phone: phone === undefined ? before.phone : phone,
    vehicle: { ...before.vehicle, ...vehicle },
    language: language === undefined ? before.language : language,
    withoutPhone: without_phone ?? before.withoutPhone,
    capacityAssignments: assignments,
    capacityWeightGrams: weight_grams,
  };
}

/** The names of the API's members, with their columns. */
const changeable = {
  name: ["name"],
  phone: ["phone"],
  vehicle: ["vehicle"],
  language: ["language"],
  without_phone: ["withoutPhone"],
  capacity: ["capacityAssignments", "capacityWeightGrams"],
} as const satisfies Record<Exclude<keyof PatchDriver, "on_duty">, readonly (keyof DriverRow)[]>;

function changedFields(before: DriverRow, after: DriverRow): string[] {
  return Object.entries(changeable)
    .filter(([, columns]) => columns.some((column) => !Bun.deepEquals(before[column], after[column])))
    .map(([name]) => name);
}

function record(
  writing: Writing,
  caller: Manager,
  action: AuditAction,
  { id, name, carrierId }: DriverRow,
  changed?: string[],
): void {
  const target = { type: "driver", id, name } as const;
  queueAudit(writing, caller, {
    action,
    target,
    details: { carrier_id: carrierId, ...(changed && { changed }) },
  });
}

/**
 * The drivers of a fleet that becomes the installation's. Deleted ones stay the account's, as the shipments that they had;
 * so do the positions so far, which the account's storage counts.
 */
export function handDriversOver({ tx, environment, now }: Writing, carrierId: string): void {
  for (const driver of driverStore(tx).listOfCarrier(carrierId)) {
    driverStore(tx).update({ ...driver, accountId: null, version: driver.version + 1, updatedAt: now });
    markPartChanged(liveDrivers(environment, null), driver.id);
  }
}
