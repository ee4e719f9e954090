import { type Writing, write } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { seededRandom } from "../../carriers/kinds/simulated/random.ts";
import { setCarrierStatus } from "../../connections/setup/service.ts";
import { setDuty } from "../../fleet/drivers/duty.ts";
import { savePlace } from "../../fleet/drivers/places.ts";
import { findDriver } from "../../fleet/drivers/reading.ts";
import { endRushHour } from "./ending.ts";
import { setUpFleet } from "./fleet.ts";
import { near } from "./plan.ts";
import type { RushHourView, StartRushHour } from "./schema.ts";
import { busyMax, type RushHourSettings, rushHourDefaults } from "./settings.ts";
import { type RushHourRow, rushHourStore } from "./store.ts";
import { toRushHourView } from "./view.ts";

/** A busy hour with every mishap: for demos, training and load. One at a time for each account. */

/** What goes wrong needs real time to show: a driver is silent after 15 minutes. */
const afterwardsMs = 20 * 60_000;

/**
 * Sets up the fleet and starts. A job does the rest.
 * @throws AppError `validation_failed`, `rush_hour_running`, `carrier_code_taken`, `limit_reached`, `storage_quota_exceeded`
 */
export function startRushHour(
  deps: DeliveryDeps,
  caller: Caller,
  input: StartRushHour,
): Promise<RushHourView> {
  const { accountId } = caller;
  const settings = settingsOf(deps, input);
  refuseTooBusy(settings);
  return writeOnce(deps, caller, (writing) => {
    const { tx, now } = writing;
    const store = rushHourStore(tx);
    refuseRunning(store.find(accountId));
    const fleet = setUpFleet(writing, caller, settings);
    store.remove(accountId);
    const row: RushHourRow = {
      accountId,
      ...fleet,
      settings,
      createdCount: 0,
      startedAt: now,
      endsAt: now + Math.ceil((settings.minutes * 60_000) / settings.speed) + afterwardsMs,
      endedAt: null,
      endReason: null,
      dueAt: now,
    };
    store.insert(row);
    setCarrierStatus(writing, fleet.carrierId, "active");
    for (const driverId of fleet.driverIds) beginWork(writing, settings, driverId);
    return toRushHourView(row);
  });
}

/** @throws AppError `validation_failed` for more than the machine should do for one account */
function refuseTooBusy({ shipments, speed }: RushHourSettings): void {
  if (shipments * speed <= busyMax) return;
  const most = Math.floor((busyMax / shipments) * 10) / 10;
  throw invalidField("#/speed", "maximum", `must be at most ${most} with ${shipments} shipments`);
}

/** @throws AppError `not_found` if there was none since the last reset */
export function getRushHour(deps: DeliveryDeps, caller: Caller): RushHourView {
  const row = rushHourStore(deps.stores.platform(caller.environment).db).find(caller.accountId);
  if (!row) throw new AppError("not_found");
  return toRushHourView(row);
}

/** Ends it; one that has ended stays as it is. @throws AppError `not_found` */
export function stopRushHour(deps: DeliveryDeps, caller: Caller): Promise<void> {
  return write(deps, caller.environment, (writing) => {
    const row = rushHourStore(writing.tx).find(caller.accountId);
    if (!row) throw new AppError("not_found");
    endRushHour(writing, row, "stopped");
  });
}

function settingsOf({ ids }: DeliveryDeps, input: StartRushHour): RushHourSettings {
  const { around, ...given } = input ?? {};
  const { around: berlin, ...rest } = rushHourDefaults;
  const elsewhere = { city: "Downtown", country: berlin.country };
  return {
    ...rest,
    seed: String(ids.integer(1_000_000_000)),
    ...given,
    around: around ? { ...elsewhere, ...around } : berlin,
  };
}

function refuseRunning(row: RushHourRow | undefined): void {
  if (!row || row.endedAt !== null) return;
  throw new AppError("rush_hour_running", {
    detail:
      "It ends by itself at its `ends_at`. To start another one now, end it with DELETE /api/v1/platform/sandbox/rush-hour.",
  });
}

/** The driver is on duty, somewhere in town. The place is set, not reported: the last one may be in another town. */
function beginWork(writing: Writing, { seed, around }: RushHourSettings, driverId: string): void {
  const { tx, now } = writing;
  const driver = findDriver(tx, driverId);
  if (!driver) return;
  setDuty(writing, driver, true);
  const place = near(around, seededRandom(`${seed}:${driverId}`));
  const unknown = { accuracyMeters: 8, headingDegrees: null, speedMps: 0 };
  savePlace(writing, driverId, { ...place, ...unknown, recordedAt: now, receivedAt: now });
}
