import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import { type Deps, inMemory, write } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import { dayMs } from "../../../infra/units.ts";
import { createTurns } from "../../../infra/waiting/turns.ts";
import { asAccount, asDriver, unlessRefused } from "./calls.ts";
import { clear } from "./clearing.ts";
import { type Fleet, setUpFleet, setUpOwnFleet } from "./fleet.ts";
import { type OwnFleet, readOwnFleet } from "./own-fleet.ts";
import { type Order, summarize } from "./practice.ts";
import { busyMax, type EndReason, practiceDefaults, rushHourDefaults } from "./rush-hour.ts";
import type {
  ClearPracticeQuery,
  RushHourSettings,
  RushHourSummary,
  RushHourView,
  StartPractice,
  StartRushHour,
} from "./schema.ts";
import { type RushHourRow, rushHourStore } from "./store.ts";

/**
 * A busy hour with every mishap: for demos, training and load. One at a time for each account. It calls the public API as
 * any client and any driver does.
 */

/** What goes wrong needs real time to show: a driver is silent after 15 minutes. */
const afterwardsMs = 20 * 60_000;
/** People settle it sooner. */
const practiceAfterwardsMs = 10 * 60_000;
/** People's names are in it: what nobody clears goes by itself. */
const practiceKeptMs = dayMs;

/** Of an account, its start, its steps, its end and a reset come one after the other. */
export const inTurn = inMemory(() => createTurns());

/**
 * Sets up the fleet and starts. A job does the rest.
 * @throws AppError `validation_failed`, `rush_hour_running`, `carrier_code_taken`, `limit_reached`, `storage_quota_exceeded`
 */
export function startRushHour(deps: Deps, caller: Caller, input: StartRushHour): Promise<RushHourView> {
  const settings = settingsOf(deps, input);
  return start(deps, caller, settings, () => setUpFleet(deps, caller, settings));
}

/**
 * Starts one with a copy of the account's live fleet: its prices, and the short names of its riders. Nothing in `live`
 * changes, and nobody's phone hears of it.
 * @throws AppError as `startRushHour`
 */
export function startPractice(deps: Deps, caller: Caller, input: StartPractice): Promise<RushHourView> {
  const own = readOwnFleet(deps, caller, input.own_carrier_id);
  const settings = practiceSettingsOf(deps, input, own);
  return start(deps, caller, settings, () => setUpOwnFleet(deps, caller, settings, own));
}

function start(
  deps: Deps,
  caller: Caller,
  settings: RushHourSettings,
  setUp: () => Promise<Fleet>,
): Promise<RushHourView> {
  const { accountId } = caller;
  refuseTooBusy(settings);
  return inTurn(deps)(accountId, async () => {
    const last = findRushHour(deps, accountId);
    const isRunning = last?.endedAt === null;
    // A practice leaves nothing for the next hour.
    if (last && !isRunning && isPractice(last)) await clear(deps, last);
    const fleet = isRunning ? undefined : await setUp();
    return writeOnce(deps, caller, ({ tx, now }) => {
      if (!fleet) throw alreadyRunning();
      const afterwards = settings.own_carrier_id === null ? afterwardsMs : practiceAfterwardsMs;
      const endsAt = now + Math.ceil((settings.minutes * 60_000) / settings.speed) + afterwards;
      const times = { startedAt: now, endsAt, endedAt: null, endReason: null, dueAt: now };
      const counts = { createdCount: 0, outCount: 0, summary: null };
      const row = { accountId, ...fleet, settings, ...counts, known: {}, ...times };
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

/**
 * Ends a practice, and deletes what it made, unless that is to stay: orders, the copied fleet and its riders.
 * @throws AppError `not_found`
 */
export function clearPractice(
  deps: Deps,
  { accountId }: Caller,
  { keep_orders: keeps }: ClearPracticeQuery,
): Promise<void> {
  return inTurn(deps)(accountId, async () => {
    const row = findRushHour(deps, accountId);
    if (!row || !isPractice(row)) throw new AppError("not_found");
    await endRushHour(deps, row, "stopped");
    if (keeps !== "true") await clear(deps, row);
  });
}

/** Runs `work`, such as a reset of the sandbox, when nothing but its fleet is left of a rush hour, and before the next one. */
export function withoutRushHour(deps: Deps, accountId: string, work: () => Promise<void>): Promise<void> {
  return inTurn(deps)(accountId, async () => {
    const row = findRushHour(deps, accountId);
    if (row) await endRushHour(deps, row, "stopped");
    if (row && isPractice(row)) await clear(deps, row);
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
  const summary = isPractice(row) ? await summaryOf(deps, row) : null;
  const endedAt = deps.clock.now();
  const dueAt = isPractice(row) ? endedAt + practiceKeptMs : null;
  await saveRushHour(deps, { ...row, endedAt, endReason, dueAt, summary });
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

const isPractice = ({ settings }: RushHourRow): boolean => settings.own_carrier_id != null;

async function summaryOf(deps: Deps, { accountId, known }: RushHourRow): Promise<RushHourSummary> {
  const call = asAccount(deps, accountId, null);
  const orders: Order[] = [];
  for (const id of Object.keys(known)) {
    await unlessRefused(call<Order>("GET", `/platform/shipments/${id}`).then((order) => orders.push(order)));
  }
  return summarize(orders, deps.clock.now());
}

function practiceSettingsOf({ ids }: Deps, input: StartPractice, own: OwnFleet): RushHourSettings {
  const { minutes, speed, perRider, min, max } = practiceDefaults;
  const shipments = Math.min(max, Math.max(min, perRider * own.riders.length));
  const seed = String(ids.integer(1_000_000_000));
  return { shipments, minutes, speed, seed, ...input, around: own.around };
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
    own_carrier_id: null,
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
    // Hours of earlier versions have none.
    own_carrier_id: row.settings.own_carrier_id ?? null,
    created_shipments: row.createdCount,
    carrier_id: row.carrierId,
    driver_ids: row.driverIds,
    started_at: toTimestamp(row.startedAt),
    ends_at: toTimestamp(row.endsAt),
    ended_at: toTimestampOrNull(row.endedAt),
    end_reason: row.endReason,
    summary: row.summary,
  };
}
