import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import { type Deps, inMemory, write } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import { createTurns } from "../../../infra/waiting/turns.ts";
import { asAccount, asDriver, unlessRefused } from "./calls.ts";
import { setUpFleet } from "./fleet.ts";
import { busyMax, type EndReason, rushHourDefaults } from "./rush-hour.ts";
import type { RushHourSettings, RushHourView, StartRushHour } from "./schema.ts";
import { type RushHourRow, rushHourStore } from "./store.ts";

/**
 * A busy hour with every mishap: for demos, training and load. One at a time for each account. It calls the public API as
 * any client and any driver does.
 */

/** What goes wrong needs real time to show: a driver is silent after 15 minutes. */
const afterwardsMs = 20 * 60_000;

/** Of an account, its start, its steps, its end and a reset come one after the other. */
export const inTurn = inMemory(() => createTurns());

/**
 * Sets up the fleet and starts. A job does the rest.
 * @throws AppError `validation_failed`, `rush_hour_running`, `carrier_code_taken`, `limit_reached`, `storage_quota_exceeded`
 */
export function startRushHour(deps: Deps, caller: Caller, input: StartRushHour): Promise<RushHourView> {
  const { accountId } = caller;
  const settings = settingsOf(deps, input);
  refuseTooBusy(settings);
  return inTurn(deps)(accountId, async () => {
    const isRunning = findRushHour(deps, accountId)?.endedAt === null;
    const fleet = isRunning ? undefined : await setUpFleet(deps, caller, settings);
    return writeOnce(deps, caller, ({ tx, now }) => {
      if (!fleet) throw alreadyRunning();
      const endsAt = now + Math.ceil((settings.minutes * 60_000) / settings.speed) + afterwardsMs;
      const times = { startedAt: now, endsAt, endedAt: null, endReason: null, dueAt: now };
      const row = { accountId, ...fleet, settings, createdCount: 0, known: {}, ...times };
      rushHourStore(tx).remove(accountId);
      rushHourStore(tx).insert(row);
      return toView(row);
    });
  });
}

/** @throws AppError `not_found` if there was none since the last reset */
export function getRushHour(deps: Deps, { accountId }: Caller): RushHourView {
  const row = findRushHour(deps, accountId);
  if (!row) throw new AppError("not_found");
  return toView(row);
}

/** Ends it; one that has ended stays as it is. @throws AppError `not_found` */
export function stopRushHour(deps: Deps, { accountId }: Caller): Promise<void> {
  return inTurn(deps)(accountId, async () => {
    const row = findRushHour(deps, accountId);
    if (!row) throw new AppError("not_found");
    await endRushHour(deps, row, "stopped");
  });
}

/** Runs `work`, such as a reset of the sandbox, when nothing but its fleet is left of a rush hour, and before the next one. */
export function withoutRushHour(deps: Deps, accountId: string, work: () => Promise<void>): Promise<void> {
  return inTurn(deps)(accountId, async () => {
    const row = findRushHour(deps, accountId);
    if (row) await endRushHour(deps, row, "stopped");
    await write(deps, "sandbox", ({ tx }) => rushHourStore(tx).remove(accountId));
    await work();
  });
}

/**
 * Ends a rush hour that runs: its fleet makes no more offers, and its drivers go off duty. What is under way stays for
 * whoever practices with it. Call it in the account's turn.
 */
export async function endRushHour(deps: Deps, row: RushHourRow, endReason: EndReason): Promise<void> {
  if (row.endedAt !== null) return;
  const { accountId, carrierId } = row;
  const pause = { status: "paused" };
  await unlessRefused(asAccount(deps, accountId, null)("PATCH", `/platform/carriers/${carrierId}`, pause));
  for (const driverId of row.driverIds) {
    await unlessRefused(asDriver(deps, row, driverId)("PUT", "/driver/me/duty", { on_duty: false }));
  }
  await saveRushHour(deps, { ...row, endedAt: deps.clock.now(), endReason, dueAt: null });
}

export function findRushHour({ stores }: Deps, accountId: string): RushHourRow | undefined {
  return rushHourStore(stores.platform("sandbox").db).find(accountId);
}

export function saveRushHour(deps: Deps, row: RushHourRow): Promise<void> {
  return write(deps, "sandbox", ({ tx }) => rushHourStore(tx).update(row));
}

/** @throws AppError `validation_failed` for more than the machine should do for one account */
function refuseTooBusy({ shipments, speed }: RushHourSettings): void {
  if (shipments * speed <= busyMax) return;
  const most = Math.floor((busyMax / shipments) * 10) / 10;
  throw invalidField("#/speed", "maximum", `must be at most ${most} with ${shipments} shipments`);
}

function settingsOf({ ids }: Deps, input: StartRushHour): RushHourSettings {
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

function alreadyRunning(): AppError {
  return new AppError("rush_hour_running", {
    detail:
      "It ends by itself at its `ends_at`. To start another one now, end it with DELETE /api/v1/platform/sandbox/rush-hour.",
  });
}

function toView(row: RushHourRow): RushHourView {
  return {
    status: row.endedAt === null ? "running" : "ended",
    ...row.settings,
    created_shipments: row.createdCount,
    carrier_id: row.carrierId,
    driver_ids: row.driverIds,
    started_at: toTimestamp(row.startedAt),
    ends_at: toTimestamp(row.endsAt),
    ended_at: toTimestampOrNull(row.endedAt),
    end_reason: row.endReason,
  };
}
