import { bytesPerMb, dayMs } from "@/infra/units.ts";
import { readShape } from "../../answer.ts";
import { callError } from "../../call-error.ts";
import type { BookingName } from "../../carrier.ts";
import type { JsonAnswer } from "../../json-call.ts";
import type { CarrierWorld } from "../../kind.ts";
import { callKarrio } from "./call.ts";
import { labelTypeOf, marks, type Sending, toDraft, toMarking } from "./map.ts";
import type { OfferName } from "./offers.ts";
import type { KarrioSettings } from "./settings.ts";
import { WireShipment, WireShipments } from "./wire.ts";

/** Karrio's shipments: drafts with rates, and bought ones. */

/** A Karrio server, as an adapter has it. */
export interface Karrio {
  settings: KarrioSettings;
  world: CarrierWorld;
}

export const paths = {
  shipments: "/v1/shipments",
  shipment: (id: string) => `/v1/shipments/${encodeURIComponent(id)}`,
} as const;

/** An order of goods is looked up by its mark as long as it can be open. Karrio reads all shipments since then. */
const lookUpMs = 7 * dayMs;

/** A carrier may take its time; ours to wait ends before the next attempt. */
const purchaseWithinMs = 100_000;
/** The answer to a purchase has the labels of all parcels, as base64. */
const purchaseBytesMax = 16 * bytesPerMb;

/** One too many is only a draft. */
export async function createDraft(
  { settings, world }: Karrio,
  sending: Sending,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<JsonAnswer> {
  const body = await toDraft(settings, sending);
  const call = { method: "POST", path: paths.shipments, body, timeoutMs, isRepeatable: true } as const;
  return callKarrio(settings, world, call, signal);
}

/** The shipments that carry the mark of an assignment, newest first. @throws CarrierCallError */
export async function findShipments(
  { settings, world }: Karrio,
  assignmentId: string,
  signal: AbortSignal,
): Promise<WireShipment[]> {
  const query = new URLSearchParams({
    metadata_key: marks.assignment,
    metadata_value: assignmentId,
    created_after: new Date(world.realClock.now() - lookUpMs).toISOString(),
  });
  const call = { method: "GET", path: `${paths.shipments}?${query}`, isRepeatable: true } as const;
  const { results } = readShape(WireShipments, (await callKarrio(settings, world, call, signal)).body);
  return results.filter(({ metadata }) => metadata?.[marks.assignment] === assignmentId);
}

/** Undefined where Karrio has none. @throws CarrierCallError */
export async function readShipment(
  { settings, world }: Karrio,
  id: string,
  signal: AbortSignal,
): Promise<WireShipment | undefined> {
  const call = { method: "GET", path: paths.shipment(id), isRepeatable: true } as const;
  const { status, body } = await callKarrio(settings, world, call, signal);
  return status === 404 ? undefined : readShape(WireShipment, body);
}

export async function markDraft(
  { settings, world }: Karrio,
  draftId: string,
  sending: Sending,
  order: { assignmentId: string; reference: string },
  signal: AbortSignal,
): Promise<JsonAnswer> {
  const body = await toMarking(settings, sending, { ...order, orderedAt: world.realClock.now() });
  const call = { method: "PUT", path: paths.shipment(draftId), body, isRepeatable: true } as const;
  return callKarrio(settings, world, call, signal);
}

export function purchaseRate(
  { settings, world }: Karrio,
  { draftId, rateId }: OfferName,
  signal: AbortSignal,
): Promise<JsonAnswer> {
  return callKarrio(
    settings,
    world,
    {
      method: "POST",
      path: `${paths.shipment(draftId)}/purchase`,
      body: { selected_rate_id: rateId, label_type: labelTypeOf(settings) },
      timeoutMs: purchaseWithinMs,
      answerBytesMax: purchaseBytesMax,
      isRepeatable: false,
    },
    signal,
  );
}

export function cancelShipment(
  { settings, world }: Karrio,
  id: string,
  signal: AbortSignal,
): Promise<JsonAnswer> {
  const call = {
    method: "POST",
    path: `${paths.shipment(id)}/cancel`,
    body: {},
    isRepeatable: true,
  } as const;
  return callKarrio(settings, world, call, signal);
}

/** The Karrio shipment of a booking. @throws CarrierCallError, `status` 404 where Karrio has none */
export async function bookedShipment(
  karrio: Karrio,
  { idempotencyKey, bookingReference }: BookingName,
  signal: AbortSignal,
): Promise<WireShipment> {
  const found = bookingReference
    ? await readShipment(karrio, bookingReference, signal)
    : (await findShipments(karrio, idempotencyKey, signal))[0];
  if (found) return found;
  throw callError("status", "Karrio has no such shipment.", 404);
}
