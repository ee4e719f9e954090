import { toTimestamp } from "../../../infra/clock.ts";
import { write } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { pointOf } from "../../../infra/geography/coordinates.ts";
import type { DriverPrincipal } from "../../../infra/http/principal.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { uploadImage } from "../../carriers/images/service.ts";
import { pickPicture } from "../../carriers/kinds/simulated/pictures.ts";
import { seededRandom } from "../../carriers/kinds/simulated/random.ts";
import type { StopView } from "../../fleet/dispatch/stops/schema.ts";
import { acceptOffer, getStops, rejectJob } from "../../fleet/dispatch/stops/service.ts";
import { receiveDriverReports } from "../../fleet/driver-api/reports.ts";
import { placeOf } from "../../fleet/drivers/places.ts";
import { findDriver } from "../../fleet/drivers/reading.ts";
import { openPin } from "../../lifecycle/state/pin.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import { type Act, type Deed, type Hold, nextDeed } from "./phone.ts";
import type { PlannedShipment } from "./plan.ts";
import { type RushHourRow, type RushHourShipmentRow, rushHourStore } from "./store.ts";

/** Moves a driver of the rush hour by what a real driver's phone calls: stops, answers to offers and reports. */

interface Ride {
  deps: DeliveryDeps;
  phone: DriverPrincipal;
  row: RushHourRow;
  plan: readonly PlannedShipment[];
}

/** Answers what the driver is asked, and makes the next step of the driver's next stop. */
export async function moveDriver(
  deps: DeliveryDeps,
  row: RushHourRow,
  plan: readonly PlannedShipment[],
  driverId: string,
): Promise<void> {
  const { db } = deps.stores.platform("sandbox");
  const driver = findDriver(db, driverId);
  const place = placeOf(db, driverId);
  // A dispatcher may have taken the driver off duty.
  if (!driver?.onDuty || !place) return;
  const ride: Ride = { deps, row, plan, phone: phoneOf(row, driverId) };
  const stops = getStops(deps, ride.phone).data;
  const offers = stops.filter(({ state, kind }) => state === "offered" && kind === "pickup");
  for (const offer of offers) await answerOffer(ride, offer);
  const stop = stops.find(({ state }) => state === "next");
  const entry = stop && rushHourStore(db).findShipment(stop.shipment_id);
  const deed = nextDeed({
    now: deps.clock.now(),
    speed: row.settings.speed,
    place,
    stop: stop && { kind: stop.kind, substatus: stop.substatus, at: pointOf(stop.address) ?? place },
    mishap: mishapOf(ride, entry),
    hold: entry ?? { hasBegun: false, resumeAt: null },
  });
  await sendReports(ride, deed, stop);
  if (deed.hold && entry) await keepHold(ride, entry.shipmentId, deed.hold);
}

function phoneOf({ accountId, carrierId }: RushHourRow, driverId: string): DriverPrincipal {
  return {
    kind: "driver",
    environment: "sandbox",
    driverId,
    carrierId,
    accountId,
    by: { kind: "device", id: driverId },
    sendsPositionsOnly: false,
    usesServerTime: false,
    origin: { address: "127.0.0.1", isShared: false, requestId: "rush-hour", userAgent: null },
  };
}

function mishapOf({ plan }: Ride, entry: RushHourShipmentRow | undefined) {
  return (entry && plan[entry.number]?.mishap) ?? null;
}

/** The first driver who is asked for a job with that mishap rejects it. */
async function answerOffer(ride: Ride, { assignment_id, shipment_id }: StopView): Promise<void> {
  const { deps, phone } = ride;
  const entry = rushHourStore(deps.stores.platform("sandbox").db).findShipment(shipment_id);
  try {
    if (entry && mishapOf(ride, entry) === "driver_rejects" && !entry.hasBegun) {
      await rejectJob(deps, phone, assignment_id, {
        reason_code: "vehicle_breakdown",
        message: "A flat tire.",
      });
      await keepHold(ride, shipment_id, { hasBegun: true, resumeAt: null });
    } else {
      await acceptOffer(deps, phone, assignment_id);
    }
  } catch (error) {
    // Another driver has it by now, or it was cancelled.
    if (!(error instanceof AppError)) throw error;
  }
}

async function sendReports(ride: Ride, { position, act }: Deed, stop: StopView | undefined): Promise<void> {
  const { deps, phone } = ride;
  const at = toTimestamp(deps.clock.now());
  const reports: object[] = [];
  if (position) {
    const { latitude, longitude, speedMps } = position;
    const where = { latitude, longitude, speed_mps: speedMps, accuracy_meters: 8 };
    reports.push({ id: `position-${at}`, at, type: "position", ...where });
  }
  if (act && stop) {
    const common = { id: `${act.type}-${at}`, at, assignment_id: stop.assignment_id };
    reports.push({ ...common, ...(await reportOf(ride, act, stop)) });
  }
  if (reports.length > 0) await receiveDriverReports(deps, phone, { sent_at: at, reports } as never);
}

async function reportOf(ride: Ride, act: Act, stop: StopView): Promise<object> {
  switch (act.type) {
    case "progress":
    case "returned":
      return act;
    case "estimate":
      return { type: act.type, estimated_delivery_at: toTimestamp(act.deliveryAt) };
    case "undeliverable":
      return { type: act.type, reason_code: act.reason };
    case "delivered":
      return { type: act.type, proof: await proofOf(ride, act.isPinWrong, stop) };
  }
}

async function proofOf(ride: Ride, isPinWrong: boolean, stop: StopView): Promise<object> {
  const { deps } = ride;
  const { requirements, shipment_id: shipmentId } = stop;
  const shipment = findShipment(deps.stores.platform("sandbox").db, shipmentId);
  const pin = shipment ? openPin(deps.vault, shipment) : null;
  const isWrong = isPinWrong && pin !== null;
  const picture = (of: "signature" | "doorstep") => uploadPicture(ride, shipmentId, of);
  return {
    recipient_name: stop.contact?.name ?? null,
    handed_to: "recipient",
    age_verified: requirements?.min_age != null,
    pin: isWrong ? String((Number(pin) + 1) % 10_000).padStart(4, "0") : pin,
    ...(requirements?.signature && { signature_image_id: await picture("signature") }),
    ...(requirements?.photo && { image_ids: [await picture("doorstep")] }),
  };
}

async function uploadPicture(
  { deps, phone, row: { carrierId, accountId, settings } }: Ride,
  shipmentId: string,
  of: "signature" | "doorstep",
): Promise<string> {
  const content = pickPicture(of, seededRandom(`${settings.seed}:${shipmentId}:${of}`));
  return (await uploadImage(deps, phone, { carrierId, accountId }, content)).id;
}

function keepHold({ deps }: Ride, shipmentId: string, hold: Hold): Promise<void> {
  return write(deps, "sandbox", ({ tx }) => {
    const store = rushHourStore(tx);
    const entry = store.findShipment(shipmentId);
    if (entry) store.updateShipment({ ...entry, hasBegun: hold.hasBegun, resumeAt: hold.resumeAt });
  });
}
