import type { Locate } from "../../lifecycle/places/locating.ts";
import type { Address, DeliveryStop, Parcel, Stop } from "../../model/model.ts";
import { completeAddress, completeParcel } from "./draft.ts";
import type { PatchShipment } from "./patch-schema.ts";
import { inUtc } from "./window.ts";

/** What the members of a merge patch make of those of a shipment. */

type StopPatch = NonNullable<PatchShipment["pickup"]>;

export function patchStop<T extends Stop>(stop: T, patch: StopPatch | undefined, locate: Locate): T {
  if (!patch) return stop;
  const patched = {
    contact: patchContact(stop.contact, patch.contact),
    address: patchAddress(stop.address, patch.address, locate),
    instructions: patch.instructions === undefined ? stop.instructions : patch.instructions,
    window: patchWindow(stop.window, patch.window),
  } satisfies Pick<Stop, Exclude<keyof StopPatch, "waited_minutes">>;
  return { ...stop, ...patched };
}

export function patchDelivery(
  delivery: DeliveryStop,
  patch: PatchShipment["delivery"],
  locate: Locate,
): DeliveryStop {
  if (!patch) return delivery;
  const requirements = { ...delivery.requirements, ...patch.requirements };
  return { ...patchStop(delivery, patch, locate), requirements };
}

/** A language is stored only where one is given: null is none. */
function patchContact(before: Stop["contact"], patch: StopPatch["contact"]): Stop["contact"] {
  if (patch === undefined) return before;
  const { language, ...contact } = { ...before, ...patch };
  return { ...contact, ...(language != null && { language }) };
}

/** Parcels keep their ids if they are named by them, or stay where they are and as they are. */
export function patchParcels(
  before: Parcel[],
  patch: PatchShipment["parcels"],
  parcelId: () => string,
): Parcel[] {
  if (patch === undefined) return before;
  const named = new Set(patch.map(({ id }) => id));
  const given = new Set<string>();
  return patch.map((input, index) => {
    const known = before.find(({ id }) => id === input.id);
    if (known && !given.has(known.id)) {
      given.add(known.id);
      return completeParcel(input, known.id);
    }
    const there = before[index];
    const kept = there && !named.has(there.id) && completeParcel(input, there.id);
    return kept && Bun.deepEquals(kept, there) ? kept : completeParcel(input, parcelId());
  });
}

/** Coordinates belong to the address that they were sent with: a new one without them is located anew. */
function patchAddress(before: Address, patch: StopPatch["address"], locate: Locate): Address {
  if (patch === undefined) return before;
  const { geocode_source: source, geocode_precision: _precision, latitude, longitude, ...text } = before;
  const after = { ...text, ...patch };
  const isElsewhere = Object.entries(text).some(
    ([name, value]) => after[name as keyof typeof text] !== value,
  );
  const isPlaced = patch.latitude !== undefined || patch.longitude !== undefined;
  if (!isElsewhere && !isPlaced) return before;
  const known = source === "client" && !isElsewhere ? { latitude, longitude } : {};
  return completeAddress({ ...known, ...after }, locate);
}

function patchWindow(window: Stop["window"], patch: StopPatch["window"]): Stop["window"] {
  if (patch === undefined) return window;
  if (patch === null) return null;
  const { start = "", end = "" } = { ...window, ...patch };
  // `windowErrors` refuses a missing side.
  return start === "" || end === "" ? { start, end } : inUtc({ start, end });
}

export function patchMetadata(
  metadata: Record<string, string>,
  patch: PatchShipment["metadata"],
): Record<string, string> {
  if (patch === undefined) return metadata;
  if (patch === null) return {};
  const entries = Object.entries({ ...metadata, ...patch });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}
