import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { Status } from "@/delivery/model/model.ts";
import type { PatchShipment } from "@/delivery/orders/shipments/patch-schema.ts";
import { changedOf } from "../../../merge-patch.ts";
import type { StopZones } from "../../../zone.ts";
import type { StopName, StopPart } from "../new/stop-fields.tsx";
import { type StopValues, stopValuesOf, windowErrors, windowOf } from "../new/stop-values.ts";

/** The fields of a shipment that can be edited, and the merge patch that their changes make. */

/** Members that the form does not edit. */
type LeftOut = "metadata" | "parcels" | "if_undeliverable";

/** A new member of the merge patch does not compile until it has a value here too. */
export interface EditValues
  extends Record<string, unknown>,
    Record<Exclude<keyof PatchShipment, LeftOut>, unknown> {
  reference: string;
  pickup: StopValues;
  delivery: StopValues;
  /** Whether coordinates that belong to the earlier address also hold for the changed one. */
  keepsPlace: Record<StopName, boolean>;
}

/** @param zones in which the windows are shown */
export function valuesOf({ reference, pickup, delivery }: ShipmentView, zones?: StopZones): EditValues {
  return {
    reference: reference ?? "",
    pickup: stopValuesOf(pickup, zones?.pickup),
    delivery: stopValuesOf(delivery, zones?.delivery),
    keepsPlace: { pickup: false, delivery: false },
  };
}

/** What the API cannot see. */
export function editErrors({ pickup, delivery }: EditValues): Record<string, string> {
  return Object.fromEntries([...windowErrors("pickup", pickup), ...windowErrors("delivery", delivery)]);
}

/** What a state has closed to changes. @param isAhead a fleet of the account's own has still to make the stop */
export function closedParts(status: Status, isAhead = false): StopPart[] {
  const waits = status === "created" || status === "quoted" || status === "expired";
  return waits || isAhead ? [] : ["address", "window"];
}

/** Whether the address changed, and its exact coordinates did not: Waybill drops them unless they are sent again. */
export function hasOldPlace(shown: StopValues, typed: StopValues): boolean {
  if (shown.address.latitude === "") return false;
  const { latitude, longitude, ...text } = changedOf(shown.address, typed.address);
  return latitude === undefined && longitude === undefined && Object.keys(text).length > 0;
}

/** Only what was changed, so that the other fields follow the server. @param zones in which it was shown */
export function toPatch(
  shown: ShipmentView,
  typed: EditValues,
  zones?: StopZones,
  ahead: readonly StopName[] = [],
): PatchShipment {
  const before = valuesOf(shown, zones);
  const stops = (["pickup", "delivery"] as const).map((name) => {
    const closed = closedParts(shown.status, ahead.includes(name));
    return [name, patchOfStop(before[name], typed[name], typed.keepsPlace[name], closed)] as const;
  });
  return {
    ...changedOf(detailsOf(before), detailsOf(typed)),
    ...Object.fromEntries(stops.filter(([, patch]) => Object.keys(patch).length > 0)),
  };
}

/** What does not belong to a stop. */
function detailsOf({ pickup: _, delivery: __, keepsPlace: ___, ...details }: EditValues): object {
  return nulled(details);
}

function patchOfStop(
  before: StopValues,
  typed: StopValues,
  keepsPlace: boolean,
  closed: readonly StopPart[],
): NonNullable<PatchShipment["pickup"]> {
  const { address: _, ...changes } = changedOf(settingsOf(before, closed), settingsOf(typed, closed));
  const address = changedOf(before.address, typed.address);
  if (closed.includes("address") || Object.keys(address).length === 0) return changes;
  const isPlaceless = hasOldPlace(before, typed) && !keepsPlace;
  const { latitude, longitude } = isPlaceless ? { latitude: "", longitude: "" } : typed.address;
  return { ...changes, address: nulled({ ...address, latitude, longitude }) };
}

function settingsOf(stop: StopValues, closed: readonly StopPart[]) {
  const { contact, address, instructions } = stop;
  return {
    contact: nulled(contact),
    address,
    instructions: orNull(instructions),
    ...(!closed.includes("window") && { window: windowOf(stop) ?? null }),
  };
}

const required = ["name", "line1", "city", "country"];

/** Empty fields become null. The required ones stay empty, and the API says so. */
function nulled(values: object): object {
  const given = Object.entries(values).map(([name, value]) => {
    const mayBeNull = typeof value === "string" && !required.includes(name);
    return [name, mayBeNull ? orNull(value) : value];
  });
  return Object.fromEntries(given);
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text;
}
