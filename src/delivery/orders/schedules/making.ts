import { refuseInactive } from "../../../access/accounts/deletion/suspension.ts";
import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { errorCatalog } from "../../../infra/error-catalog.ts";
import { AppError, invalidField, isFault } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { errorsOf, fits } from "../../../infra/http/validation.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { raiseScheduleFailed, settleScheduleFailed } from "../../fleet/attention/schedules.ts";
import { acceptBestIn } from "../../lifecycle/accepting.ts";
import { acceptAgreed } from "../../lifecycle/agreeing.ts";
import type { AtOnce } from "../../lifecycle/assignments/service.ts";
import { isPickedCarrier } from "../../lifecycle/quotes/picks.ts";
import { isRoundRunning } from "../../lifecycle/quotes/service.ts";
import { startNewRound } from "../../lifecycle/quoting.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import type { Status } from "../../model/model.ts";
import { CreateShipment } from "../shipments/schema.ts";
import { atOnceOf, refuseUncreatable, storeDraft } from "../shipments/service.ts";
import { type Occurrence, occurrenceOn } from "./calendar.ts";
import { type DayProblem, lookAgainMs, retryAfterMs } from "./schedule.ts";
import { type DayRow, daysDue, type ScheduleRow, scheduleStore } from "./store.ts";
import { planOf } from "./view.ts";

/**
 * Makes the shipment of a day, once, and then accepts an offer for it where that is wanted. Each step is a transaction
 * that writes the day's row too, so that a kill between them loses none and repeats none.
 */

export function dueDays({ stores }: Deps, environment: Environment): DueRows {
  return daysDue(stores.platform(environment));
}

/** Takes the next step of a day. What it fails for stands in its row, and it is tried again until its pickup is over. */
export async function makeDay(deps: DeliveryDeps, environment: Environment, id: string): Promise<void> {
  const store = scheduleStore(deps.stores.platform(environment).db);
  const day = store.findDay(id);
  const schedule = day && store.find(day.scheduleId);
  if (!day || !schedule) return;
  try {
    // New shipments would go on under a suspended account, and keep one that is closed from being deleted.
    refuseInactive(deps, schedule.accountId);
    const caller = callerOf(deps, environment, schedule);
    const body = bodyOf(schedule, occurrenceOn(planOf(schedule), day.date));
    if (day.shipmentId === null && day.endsAt > deps.clock.now()) refuseUnmakeable(deps, caller, body);
    const atOnce = await atOnceOf(deps, caller, body);
    await write(deps, environment, (writing: DeliveryWriting) =>
      takeStep(writing, caller, id, { schedule, body, atOnce }),
    );
  } catch (error) {
    if (isFault(error) || !(error instanceof AppError)) throw error;
    await write(deps, environment, (writing: DeliveryWriting) => recordFailure(writing, id, error));
  }
}

/** A schedule belongs to its account: it goes on whoever made it, with what a person had to be allowed to set it up. */
function callerOf(deps: Deps, environment: Environment, { id, accountId }: ScheduleRow): Caller {
  return {
    kind: "schedule",
    accountId,
    environment,
    scopes: ["shipments:write", "assignments:write", "dispatch:write"],
    scheduleId: id,
    origin: { address: "", isShared: false, requestId: deps.ids.make("req"), userAgent: null },
  };
}

function bodyOf({ shipment }: ScheduleRow, { pickup, delivery }: Occurrence): CreateShipment {
  if (shipment === null) throw invalidField("#/shipment", "required", "was erased");
  return {
    ...shipment,
    pickup: { ...shipment.pickup, window: pickup },
    delivery: { ...shipment.delivery, window: delivery },
  };
}

/** What has changed since the schedule was set up: a carrier, a driver, or what Waybill takes. */
function refuseUnmakeable(deps: DeliveryDeps, caller: Caller, body: CreateShipment): void {
  if (!fits(CreateShipment, body)) {
    throw new AppError("validation_failed", { errors: errorsOf(CreateShipment, body, "pointer") });
  }
  refuseUncreatable(deps, body);
  const { carriers } = body;
  if (carriers == null) return;
  const isAny = deps
    .carriers(caller.environment, caller.accountId)
    .some(({ identity }) => isPickedCarrier({ carriers }, identity));
  if (!isAny) throw invalidField("#/carriers", "unknown", "must name a carrier that this account can use");
}

/** Of a shipment for which an offer can still be accepted. */
const open: readonly Status[] = ["created", "quoted", "expired"];

function takeStep(
  writing: DeliveryWriting,
  caller: Caller,
  id: string,
  { schedule, body, atOnce }: { schedule: ScheduleRow; body: CreateShipment; atOnce: AtOnce | undefined },
): void {
  const { tx, now } = writing;
  const store = scheduleStore(tx);
  const day = store.findDay(id);
  if (!day || day.dueAt === null || day.dueAt > now) return;
  if (day.endsAt <= now) return store.changeDay(id, { status: "missed", dueAt: null });
  // Somebody changed it while it was judged.
  if (store.find(schedule.id)?.version !== schedule.version) return store.changeDay(id, { dueAt: now + 1 });
  if (day.shipmentId === null) {
    const scheduled = { scheduleId: schedule.id, scheduledFor: day.date };
    const { id: shipmentId } = storeDraft(writing, caller, body, { scheduled });
    store.changeDay(id, { shipmentId, status: "waiting", dueAt: now });
    if (!atOnce) finish(writing, day);
    return;
  }
  const shipment = findShipment(tx, day.shipmentId);
  // Somebody accepted an offer, or cancelled it.
  if (!atOnce || !shipment || !open.includes(shipment.status)) return finish(writing, day);
  if (atOnce.agreed) {
    acceptAgreed(writing, caller, shipment.id, atOnce.agreed);
    return finish(writing, day);
  }
  if (day.status === "failed" && day.problem?.code === "no_open_quotes") {
    if (!isRoundRunning(tx, shipment.id)) startNewRound(writing, caller, shipment.id, {});
    return store.changeDay(id, { status: "waiting", dueAt: now + lookAgainMs });
  }
  if (isRoundRunning(tx, shipment.id)) return store.changeDay(id, { dueAt: now + lookAgainMs });
  acceptBestIn(writing, caller, shipment.id, atOnce.accept, atOnce.driver);
  finish(writing, day);
}

/** The day is done. What it needed a person for does not any more. */
function finish(writing: DeliveryWriting, day: DayRow): void {
  const store = scheduleStore(writing.tx);
  store.changeDay(day.id, { status: "created", problem: null, dueAt: null });
  if (day.tries === 0) return;
  const other = store.firstFailed(day.scheduleId);
  if (other) raise(writing, other);
  else settleScheduleFailed(writing, day.scheduleId);
}

function recordFailure(writing: DeliveryWriting, id: string, error: AppError): void {
  const { tx, now } = writing;
  const store = scheduleStore(tx);
  const day = store.findDay(id);
  if (!day || day.dueAt === null) return;
  if (day.endsAt <= now) return store.changeDay(id, { status: "missed", dueAt: null });
  const tries = day.tries + 1;
  const dueAt = Math.min(now + retryAfterMs(tries), day.endsAt);
  store.changeDay(id, { status: "failed", problem: problemOf(error), tries, dueAt });
  const first = store.firstFailed(day.scheduleId);
  if (first) raise(writing, first);
}

function raise(writing: DeliveryWriting, { scheduleId, accountId, date, problem, endsAt }: DayRow): void {
  const name = scheduleStore(writing.tx).find(scheduleId)?.name ?? "";
  const detail = problem?.detail ?? "";
  raiseScheduleFailed(writing, { scheduleId, accountId, name, date, detail, endsAt });
}

/** In words: nobody sees the fields of a request that nobody sent. */
function problemOf({ code, options, message }: AppError): DayProblem {
  const fields = (options.errors ?? []).map(
    ({ pointer = "#/", detail }) => `${pointer.slice(2).replaceAll("/", ".")} ${detail}.`,
  );
  const detail = [...(options.detail === undefined && fields.length > 0 ? [] : [message]), ...fields].join(
    " ",
  );
  return { code, title: errorCatalog[code].title, detail: detail.slice(0, 1_000) };
}
