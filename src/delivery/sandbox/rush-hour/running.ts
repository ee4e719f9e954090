import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { assign, bestOffer } from "../../lifecycle/accepting.ts";
import type { Quote } from "../../lifecycle/quotes/quote.ts";
import { canBeAccepted } from "../../lifecycle/quotes/rounds.ts";
import { quotingOf } from "../../lifecycle/quotes/service.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { storeShipment } from "../../orders/shipments/service.ts";
import { endRushHour } from "./ending.ts";
import { moveDriver } from "./moving.ts";
import { type PlannedShipment, planOf } from "./plan.ts";
import { toDraft } from "./shipment.ts";
import { type RushHourRow, type RushHourShipmentRow, rushHourStore, rushHoursDue } from "./store.ts";

/** A rush hour goes on in steps. Each reads what is there, so a restart, or a dispatcher who helps, disturbs nothing. */

/** A driver reports a position every 5 seconds; faster time needs more of them. */
const stepMs = 5_000;
const stepMinMs = 1_000;
/** The most shipments of one step: others write in between. */
const createdMax = 25;

/** Rush hours that go on, by account. */
export const dueRushHours = ({ stores }: Deps): DueRows => rushHoursDue(stores.platform("sandbox"));

/** Creates what has come by now, accepts offers, moves the drivers; ends the rush hour when its time is over. */
export async function runRushHour(deps: DeliveryDeps, accountId: string): Promise<void> {
  const row = rushHourStore(deps.stores.platform("sandbox").db).find(accountId);
  if (!row || row.dueAt === null || row.dueAt > deps.clock.now()) return;
  const plan = planOf(row.settings);
  for (let count = 0; count < createdMax; count += 1) {
    if (!(await createNext(deps, accountId, plan))) break;
  }
  await acceptOffers(deps, row, plan);
  for (const driverId of row.driverIds) await moveDriver(deps, row, plan, driverId);
  await planNextStep(deps, row);
}

/** @returns whether another one may be due */
async function createNext(
  deps: DeliveryDeps,
  accountId: string,
  plan: readonly PlannedShipment[],
): Promise<boolean> {
  try {
    return await write(deps, "sandbox", (writing: DeliveryWriting) => {
      const store = rushHourStore(writing.tx);
      const row = store.find(accountId);
      const planned = row?.endedAt === null ? plan[row.createdCount] : undefined;
      if (!row || !planned || timeOf(row, planned) > writing.now) return false;
      const { id } = storeShipment(writing, accountId, toDraft(row.settings, planned, writing.now));
      const { number, carrier } = planned;
      const entry = { shipmentId: id, accountId, number, needsCarrier: carrier !== null };
      store.insertShipment({ ...entry, hasBegun: false, resumeAt: null });
      store.update({ ...row, createdCount: row.createdCount + 1 });
      return true;
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "storage_quota_exceeded") throw error;
    await write(deps, "sandbox", (writing) => {
      const row = rushHourStore(writing.tx).find(accountId);
      if (row) endRushHour(writing, row, "storage_quota_exceeded");
    });
    return false;
  }
}

function timeOf({ startedAt, settings }: RushHourRow, { seconds }: PlannedShipment): number {
  return startedAt + (seconds * 1000) / settings.speed;
}

async function acceptOffers(
  deps: DeliveryDeps,
  row: RushHourRow,
  plan: readonly PlannedShipment[],
): Promise<void> {
  const { db } = deps.stores.platform("sandbox");
  for (const entry of rushHourStore(db).withoutCarrier(row.accountId)) {
    if (quotingOf(db, entry.shipmentId).round?.state === "running") continue;
    await write(deps, "sandbox", (writing: DeliveryWriting) => acceptOffer(writing, row, entry, plan));
  }
}

/** A shipment without a fitting offer is left to the dispatcher. */
function acceptOffer(
  writing: DeliveryWriting,
  row: RushHourRow,
  { shipmentId }: RushHourShipmentRow,
  plan: readonly PlannedShipment[],
): void {
  const store = rushHourStore(writing.tx);
  const entry = store.findShipment(shipmentId);
  const shipment = findShipment(writing.tx, shipmentId);
  if (!entry || !shipment) return;
  store.updateShipment({ ...entry, needsCarrier: false });
  if (shipment.status !== "quoted") return;
  const isFleets = plan[entry.number]?.carrier === "fleet";
  const quote = isFleets
    ? offerOf(writing, shipment, row.carrierId)
    : bestOffer(writing, shipment, "cheapest");
  if (quote) assign(writing, shipment, quote, { by: "client", autoReassign: null });
}

function offerOf(
  writing: DeliveryWriting,
  { id, accountId }: ShipmentRow,
  carrierId: string,
): Quote | undefined {
  return quotingOf(writing.tx, id).quotes.find(
    (quote) => quote.carrier.id === carrierId && canBeAccepted(writing, quote, accountId),
  );
}

async function planNextStep(deps: DeliveryDeps, { accountId, startedAt }: RushHourRow): Promise<void> {
  await write(deps, "sandbox", (writing) => {
    const store = rushHourStore(writing.tx);
    const row = store.find(accountId);
    // A reset and a new start may have come in between.
    if (!row || row.endedAt !== null || row.startedAt !== startedAt) return;
    if (writing.now >= row.endsAt) return endRushHour(writing, row, "completed");
    const dueAt = writing.now + Math.max(stepMinMs, stepMs / row.settings.speed);
    store.update({ ...row, dueAt: Math.min(dueAt, row.endsAt) });
  });
}
