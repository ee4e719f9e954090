import { toTimestamp } from "../../../infra/clock.ts";
import type { DueRows } from "../../../infra/db/due-rows.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError, type ErrorCode } from "../../../infra/errors.ts";
import { pointOf } from "../../../infra/geography/coordinates.ts";
import type { ImageView } from "../../carriers/images/schema.ts";
import { pickPicture } from "../../carriers/kinds/simulated/pictures.ts";
import { seededRandom } from "../../carriers/kinds/simulated/random.ts";
import type { StopsView, StopView } from "../../fleet/dispatch/stops/schema.ts";
import type { DriverView } from "../../fleet/drivers/schema.ts";
import type { QuotesAnswer } from "../../lifecycle/quotes/schema.ts";
import type { CreatedShipmentView, PinView } from "../../orders/shipments/schema.ts";
import { asAccount, asDriver, type Call, unlessRefused } from "./calls.ts";
import { clear } from "./clearing.ts";
import { nextDeed, positionReport } from "./phone.ts";
import { bodyOf, type PlannedShipment, planOf } from "./plan.ts";
import { outBy } from "./practice.ts";
import type { Act, EndReason } from "./rush-hour.ts";
import { endRushHour, findRushHour, inTurn, saveRushHour } from "./service.ts";
import { type RushHourRow, rushHoursDue } from "./store.ts";

/** A rush hour goes on in steps. Each reads what is there, so a restart, or a dispatcher who helps, disturbs nothing. */

/** A driver reports a position every 5 seconds; faster time needs more of them. */
const stepMs = 5_000;
const stepMinMs = 1_000;
/** The most shipments of one step: others write in between. */
const createdMax = 25;
/** What ends it, whichever call met it. */
const endings: Partial<Record<ErrorCode, EndReason>> = {
  storage_quota_exceeded: "storage_quota_exceeded",
  account_suspended: "stopped",
  account_closing: "stopped",
};

interface Hour {
  deps: Deps;
  /** As it is now; a step saves it at its end. */
  row: RushHourRow;
  plan: readonly PlannedShipment[];
  call: Call;
}

/** Rush hours that go on, by account. */
export const dueRushHours = ({ stores }: Deps): DueRows => rushHoursDue(stores.platform("sandbox"));

/** Creates what has come by now, accepts offers, moves the drivers; ends the rush hour when its time is over. */
export function runRushHour(deps: Deps, accountId: string): Promise<void> {
  return inTurn(deps)(accountId, async () => {
    const row = findRushHour(deps, accountId);
    if (!row || row.dueAt === null || row.dueAt > deps.clock.now()) return;
    // A practice that nobody cleared.
    if (row.endedAt !== null) return clear(deps, row);
    const reason = await makeStep({
      deps,
      row,
      plan: planOf(row.settings),
      call: asAccount(deps, accountId, null),
    });
    const now = deps.clock.now();
    const dueAt = Math.min(now + Math.max(stepMinMs, stepMs / row.settings.speed), row.endsAt);
    if (reason) await endRushHour(deps, row, reason);
    else await saveRushHour(deps, { ...row, dueAt });
  });
}

/** @returns why it ends; undefined if it goes on */
async function makeStep(hour: Hour): Promise<EndReason | undefined> {
  try {
    await createDue(hour);
    await acceptOffers(hour);
    await sendHome(hour);
    await moveDrivers(hour);
  } catch (error) {
    const reason = error instanceof AppError ? endings[error.code] : undefined;
    if (!reason) throw error;
    return reason;
  }
  return hour.deps.clock.now() >= hour.row.endsAt ? "completed" : undefined;
}

/** Its key makes a shipment once, also where the process ended before the row was saved. */
async function createDue({ deps, row, plan, call }: Hour): Promise<void> {
  const { startedAt, settings } = row;
  for (let count = 0; count < createdMax; count += 1) {
    const number = row.createdCount;
    const planned = plan[number];
    const at = startedAt + ((planned?.seconds ?? 0) * 1000) / settings.speed;
    const now = deps.clock.now();
    if (!planned || at > now) break;
    const key = `rush-hour-${startedAt}-${number}`;
    const isPractice = settings.own_carrier_id != null;
    const body = { ...bodyOf(planned, at, now), ...(isPractice && { carriers: [row.carrierId] }) };
    const create = async () => {
      const { id } = await call<CreatedShipmentView>("POST", "/platform/shipments", body, key);
      row.known[id] = { number, needsCarrier: planned.carrier !== null, hasBegun: false, resumeAt: null };
    };
    // Refused is one that exists and whose window was another: its dispatcher sees to it.
    await unlessEnding(create());
    row.createdCount += 1;
  }
  await saveRushHour(deps, row);
}

/** A shipment without a fitting offer is left to the dispatcher. */
async function acceptOffers({ row, plan, call }: Hour): Promise<void> {
  for (const [id, known] of Object.entries(row.known)) {
    if (known.needsCarrier) await unlessEnding(acceptOffer(id, known));
  }

  async function acceptOffer(id: string, known: RushHourRow["known"][string]): Promise<void> {
    const path = `/platform/shipments/${id}`;
    known.needsCarrier = false;
    const { data, status } = await call<QuotesAnswer>("GET", `${path}/quotes?wait_seconds=0`);
    known.needsCarrier = status !== "complete";
    const isFleets = plan[known.number]?.carrier === "fleet";
    const open = data.filter((quote) => quote.status === "open");
    const quote = isFleets ? open.find(({ carrier }) => carrier.id === row.carrierId) : open[0];
    if (quote && !known.needsCarrier) await call("POST", `${path}/assignments`, { quote_id: quote.id });
  }
}

/** In a practice some riders are out from a moment on: whoever has most to do. */
async function sendHome({ deps, row, call }: Hour): Promise<void> {
  if (row.settings.own_carrier_id == null) return;
  if (row.outCount >= outBy(row.settings, row.driverIds.length, row.startedAt, deps.clock.now())) return;
  const path = `/platform/drivers?carrier_id=${row.carrierId}&on_duty=true&limit=100`;
  const { data } = await call<{ data: DriverView[] }>("GET", path);
  const [busiest, ...others] = data.toSorted(
    (one, other) => other.active_assignments - one.active_assignments,
  );
  if (!busiest || others.length === 0) return;
  row.outCount += 1;
  const absence = { until: toTimestamp(row.endsAt), jobs: "release" };
  await unlessEnding(call("PUT", `/platform/drivers/${busiest.id}/absence`, absence));
}

async function moveDrivers(hour: Hour): Promise<void> {
  const { carrierId, driverIds } = hour.row;
  const path = `/platform/drivers?carrier_id=${carrierId}&on_duty=true&limit=100`;
  const { data: onDuty } = await hour.call<{ data: DriverView[] }>("GET", path);
  for (const driverId of driverIds) {
    const driver = onDuty.find(({ id }) => id === driverId);
    if (driver) await unlessEnding(moveDriver(hour, driver));
  }
}

/** Answers what the driver is asked, and makes the next step of the driver's next stop. */
async function moveDriver(hour: Hour, { id, position: place }: DriverView): Promise<void> {
  if (!place) return;
  const { deps, row, plan } = hour;
  const phone = asDriver(deps, row, id);
  const mishapOf = (known: { number: number } | undefined) => (known && plan[known.number]?.mishap) ?? null;
  const { data: stops, notices } = await phone<StopsView>("GET", "/driver/stops");
  if (notices.length > 0) {
    const at = toTimestamp(deps.clock.now());
    await phone("POST", "/driver/notices", { sent_at: at, seen: notices.map(({ id }) => ({ id, at })) });
    // The stops are others now.
    if (notices.some(({ kind }) => kind === "recall")) return;
  }
  for (const { shipment_id, assignment_id, state, kind } of stops) {
    if (state !== "offered" || kind !== "pickup") continue;
    const known = row.known[shipment_id];
    const path = `/driver/assignments/${assignment_id}`;
    // The first driver who is asked for a job with that mishap rejects it.
    const rejects = mishapOf(known) === "driver_rejects" && known?.hasBegun === false;
    const reason = { reason_code: "vehicle_breakdown", message: "A flat tire." };
    if (rejects) known.hasBegun = true;
    await unlessEnding(
      rejects ? phone("POST", `${path}/rejection`, reason) : phone("POST", `${path}/acceptance`),
    );
  }
  const stop = stops.find(({ state }) => state === "next");
  const known = stop && row.known[stop.shipment_id];
  const now = deps.clock.now();
  const { position, act } = nextDeed(
    {
      now,
      speed: row.settings.speed,
      place: { ...place, recordedAt: Date.parse(place.recorded_at) },
      stop: stop && { ...stop, at: pointOf(stop.address) ?? place },
      mishap: mishapOf(known),
    },
    known ?? { hasBegun: false, resumeAt: null },
  );
  const reports = position ? [positionReport(position, now)] : [];
  const at = toTimestamp(now);
  if (act && stop) {
    const { assignment_id } = stop;
    reports.push({ id: `${act.type}-${at}`, at, assignment_id, ...(await reportOf(hour, phone, act, stop)) });
  }
  if (reports.length > 0) await phone("POST", "/driver/reports", { sent_at: at, reports });
}

async function reportOf({ row, call }: Hour, phone: Call, act: Act, stop: StopView): Promise<object> {
  if (typeof act.isPinWrong !== "boolean") return act;
  const { requirements, shipment_id: shipmentId, contact } = stop;
  const { pin } = requirements?.pin
    ? await call<PinView>("GET", `/platform/shipments/${shipmentId}/pin`)
    : { pin: null };
  const picture = async (of: "signature" | "doorstep") => {
    const content = pickPicture(of, seededRandom(`${row.settings.seed}:${shipmentId}:${of}`));
    return (await phone<ImageView>("POST", "/driver/images", content)).id;
  };
  const proof = {
    recipient_name: contact?.name ?? null,
    handed_to: "recipient",
    age_verified: requirements?.min_age != null,
    pin: pin && act.isPinWrong ? String((Number(pin) + 1) % 10_000).padStart(4, "0") : pin,
    ...(requirements?.signature && { signature_image_id: await picture("signature") }),
    ...(requirements?.photo && { image_ids: [await picture("doorstep")] }),
  };
  return { type: act.type, proof };
}

/** What is refused to one driver or shipment says nothing of the next; what is refused to the account ends it all. */
function unlessEnding(called: Promise<unknown>): Promise<void> {
  return unlessRefused(called, ({ code, status }) => status < 500 && endings[code] === undefined);
}
