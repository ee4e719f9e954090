import type { FieldError } from "../../../infra/errors.ts";
import { listOrders } from "../../../infra/list-order.ts";
import { isFinal } from "../../lifecycle/state/status.ts";
import type { IfUndeliverable, ReasonCode, Requirements, Status } from "../../model/model.ts";

/** The rules of a valid request, and how far Waybill counts shipments. Contract §3. */

/** Reasons that a client may give for a cancellation. */
export const clientReasonCodes = [
  "cancelled_by_client",
  "no_supply",
  "pickup_closed",
  "pickup_not_ready",
  "duplicate",
  "other",
] as const satisfies readonly ReasonCode[];

/** Shipments that have ended are counted up to here: counting all would read as many rows. */
const endedCountedMax = 10_000;
/** Shipments that wait for somebody are counted up to here: they are fewer, and people rely on their number. */
export const openCountedMax = 50_000;

/** Up to how many shipments in a state are counted. */
export function countedUpTo(status: Status): number {
  return isFinal(status) || status === "expired" ? endedCountedMax : openCountedMax;
}

/** The orders of the list: by creation, by when harm comes to what is open, by the last change, or by the delivery window. */
export const shipmentOrders = [...listOrders, "due", "updated", "delivery"] as const;
export type ShipmentOrder = (typeof shipmentOrders)[number];

/** Refuses one coordinate without the other. */
export function coordinateErrors(
  pointer: string,
  address: { latitude?: number | null; longitude?: number | null },
): FieldError[] {
  const latitude = address.latitude ?? null;
  const longitude = address.longitude ?? null;
  if ((latitude === null) === (longitude === null)) return [];
  const missing = latitude === null ? "latitude" : "longitude";
  return [
    {
      pointer: `${pointer}/${missing}`,
      code: "coordinate_missing",
      detail: "is required: send latitude and longitude together",
    },
  ];
}

/** A part of a rule, which allows other members. */
const some = (properties: Record<string, object>, required: string[] = []) => ({
  properties,
  required,
  additionalProperties: true,
});

/** The rule of `coordinateErrors` in JSON Schema. Not `anyOf`: client generators would make other types of it. */
export const coordinatesInPairs = {
  description:
    "Send `latitude` and `longitude` together. Without them, Waybill knows the town only, and no distance.",
  if: some({ latitude: { type: "number" } }, ["latitude"]),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: some({ longitude: { type: "number" } }, ["longitude"]),
  else: some({ longitude: { type: "null" } }),
};

/** Refuses to leave a parcel at the door that needs a recipient. */
export function undeliverableErrors(
  action: IfUndeliverable,
  requirements: Partial<Requirements> | undefined,
): FieldError[] {
  const attended = requirements?.signature || requirements?.pin || (requirements?.min_age ?? null) !== null;
  if (action !== "leave_at_door" || !attended) return [];
  return [
    {
      pointer: "#/if_undeliverable",
      code: "contradicts_requirements",
      detail: "must not be leave_at_door when a signature, PIN or age is required",
    },
  ];
}

const unattended = { signature: { const: false }, pin: { const: false }, min_age: { type: "null" } };

/** The rule of `undeliverableErrors` in JSON Schema. */
export const leftUnattended = {
  description: "`leave_at_door` cannot be combined with a required signature, PIN or age.",
  if: some({ if_undeliverable: { const: "leave_at_door" } }, ["if_undeliverable"]),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: some({ delivery: some({ requirements: some(unattended) }) }),
};
