import type { Tx } from "../../../infra/db/store.ts";
import { type Writing, write } from "../../../infra/deps.ts";
import { AppError, invalidField, refuseFields } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { readWith } from "../../../infra/http/reading.ts";
import { errorsOf, fits } from "../../../infra/http/validation.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import { loadPhoneReader } from "../../../infra/phone/reader.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { merged } from "../../connections/setup/carrier-settings.ts";
import { CreateShipment } from "../shipments/schema.ts";
import { type ClockWindow, type DayWindow, dueAt, localDate, type Plan, toClockWindow } from "./calendar.ts";
import {
  isWithin,
  misfits,
  readTimeZone,
  readWindows,
  refuseTemplate,
  requireTimeZone,
  spanErrors,
} from "./judging.ts";
import { getSchedule, requireSchedule, viewOf } from "./list.ts";
import { planAnew, planDays } from "./planning.ts";
import { createHoursBeforeDefault, schedulesMax } from "./schedule.ts";
import type { CreateSchedule, PatchSchedule, ScheduleView } from "./schema.ts";
import { type ScheduleRow, scheduleStore } from "./store.ts";
import { planOf } from "./view.ts";

/** People and programs set up standing orders. */

/** What somebody says of a schedule, judged. */
type Given = Omit<Plan, "startsOn"> & Pick<ScheduleRow, "name" | "paused" | "startsOn">;

/**
 * Sets up a schedule, and plans its first days at once. The stored response holds its id alone; a repeated request reads it.
 * @throws AppError `sandbox_only`, `scope_missing`, `validation_failed`, `coordinates_contradict_address`, `limit_reached`
 */
export async function createSchedule(
  deps: DeliveryDeps,
  caller: Caller,
  input: CreateSchedule,
): Promise<ScheduleView> {
  const { shipment } = input;
  await refuseTemplate(deps, caller, shipment);
  const now = deps.clock.now();
  const timeZone = await readTimeZone(input.time_zone, shipment, now);
  const today = localDate(now, timeZone);
  const given: Given = {
    name: input.name,
    days: inOrder(input.days),
    ...readWindows(input.pickup_window, input.delivery_window ?? null),
    timeZone,
    createHoursBefore: input.create_hours_before ?? createHoursBeforeDefault,
    startsOn: input.starts_on ?? today,
    endsOn: input.ends_on ?? null,
    skipDates: input.skip_dates ?? [],
    paused: input.paused ?? false,
  };
  refuseFields(spanErrors(given, today));
  const skipDates = [...new Set(given.skipDates)].sort();
  const { due, next } = dueAt({ ...given, skipDates }, now);
  if (due.length === 0 && next === null) {
    throw invalidField(
      "#/ends_on",
      "no_day_ahead",
      "must leave a day ahead that is one of days and not skipped",
    );
  }
  const { id } = await writeOnce(
    deps,
    caller,
    (writing) => add(writing, caller.accountId, { ...given, skipDates, shipment }),
    { isFinal: false },
  );
  return getSchedule(deps, caller, id);
}

function add(
  writing: Writing,
  accountId: string,
  given: Given & Pick<ScheduleRow, "shipment" | "skipDates">,
): { id: string } {
  const { deps, tx, now } = writing;
  refuseFull(tx, accountId);
  const row: ScheduleRow = {
    id: deps.ids.make("sch"),
    accountId,
    ...given,
    days: [...given.days],
    dueAt: null,
    idleSince: null,
    redactedAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  scheduleStore(tx).insert(row);
  planDays(writing, row);
  return { id: row.id };
}

function refuseFull(tx: Tx, accountId: string): void {
  if (scheduleStore(tx).countOf(accountId) < schedulesMax) return;
  throw new AppError("limit_reached", {
    detail: `At most ${schedulesMax} schedules can be set up in each environment. Delete some first.`,
  });
}

function inOrder(days: CreateSchedule["days"]): CreateSchedule["days"] {
  const order = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
  return [...new Set(days)].sort((one, other) => order.indexOf(one) - order.indexOf(other));
}

/**
 * Applies a merge patch. Shipments that were made stay as they are; days that were not are tried with what is new.
 * `accepts` compares a version with If-Match.
 * @throws AppError `not_found`, `precondition_failed`, and as `createSchedule`
 */
export async function patchSchedule(
  deps: DeliveryDeps,
  caller: Caller,
  id: string,
  patch: PatchSchedule,
  accepts: (version: number) => boolean,
): Promise<ScheduleView> {
  const { db } = deps.stores.platform(caller.environment);
  const judged = requireSchedule(db, caller, id);
  const shipment = await patchedTemplate(deps, caller, judged, patch.shipment);
  return write(deps, caller.environment, (writing) => {
    const { tx, now } = writing;
    const before = requireSchedule(tx, caller, id);
    // The template was judged outside: somebody changed it meanwhile.
    if (!accepts(before.version) || (patch.shipment !== undefined && before.version !== judged.version))
      throw new AppError("precondition_failed");
    const given = patched(before, patch);
    if (!given.paused && shipment === null)
      throw invalidField("#/shipment", "required", "is required, because what it was made of was erased");
    refuseFields(spanErrors({ ...given, skipDates: patch.skip_dates ?? [] }, localDate(now, given.timeZone)));
    const redactedAt = shipment === null ? before.redactedAt : null;
    const after: ScheduleRow = { ...before, ...given, shipment, redactedAt };
    if (Bun.deepEquals(before, after)) return viewOf(deps, tx, caller, before);
    const idleSince = after.paused ? before.idleSince : null;
    const changed = { ...after, idleSince, version: before.version + 1, updatedAt: now };
    scheduleStore(tx).update(changed);
    planAnew(writing, changed);
    return viewOf(deps, tx, caller, requireSchedule(tx, caller, id));
  });
}

function patched(before: ScheduleRow, patch: PatchSchedule): Given & Pick<ScheduleRow, "days" | "skipDates"> {
  const plan = planOf(before);
  const timeZone = requireTimeZone(patch.time_zone ?? plan.timeZone);
  const startsOn = patch.starts_on ?? plan.startsOn;
  const endsOn = patch.ends_on === undefined ? plan.endsOn : patch.ends_on;
  const dates = patch.skip_dates ?? plan.skipDates.filter((date) => isWithin(date, startsOn, endsOn));
  return {
    name: patch.name ?? before.name,
    days: inOrder(patch.days ?? before.days),
    ...readWindows(
      patchedWindow("#/pickup_window", before.pickupWindow, patch.pickup_window ?? {}),
      patch.delivery_window === null ||
        (patch.delivery_window === undefined && before.deliveryWindow === null)
        ? null
        : patchedWindow("#/delivery_window", before.deliveryWindow, patch.delivery_window ?? {}),
    ),
    timeZone,
    createHoursBefore: patch.create_hours_before ?? before.createHoursBefore,
    startsOn,
    endsOn,
    skipDates: [...new Set(dates)].sort(),
    paused: patch.paused ?? before.paused,
  };
}

function patchedWindow(pointer: string, before: DayWindow | null, patch: Partial<ClockWindow>): ClockWindow {
  const { from, to } = { ...(before && toClockWindow(before)), ...patch };
  if (from !== undefined && to !== undefined) return { from, to };
  throw invalidField(`${pointer}/${from === undefined ? "from" : "to"}`, "required", "is required");
}

/** The template with its patch, judged as a whole; as it was without one. */
async function patchedTemplate(
  deps: DeliveryDeps,
  caller: Caller,
  { shipment }: ScheduleRow,
  patch: unknown,
): Promise<CreateShipment | null> {
  if (patch === undefined) return shipment;
  const { value } = readWith(CreateShipment, merged(shipment ?? {}, patch), await loadPhoneReader());
  if (!fits(CreateShipment, value)) throw misfits(errorsOf(CreateShipment, value, "pointer"));
  await refuseTemplate(deps, caller, value);
  return value;
}
