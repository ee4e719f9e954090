import { AppError, type FieldError, refuseFields } from "../../infra/errors.ts";
import { metadataKeysMax } from "../../infra/http/schema.ts";
import { instructionsAfter, lastDigits, noDigitTries } from "../lifecycle/recipient.ts";
import type { ShipmentRow } from "../lifecycle/rows.ts";
import { instructionsOpen } from "../lifecycle/shipment.ts";
import type { Address, Status, Stop } from "../model.ts";
import { completeAddress, distanceBetween, type Locate } from "./draft.ts";
import { coordinateErrors } from "./request.ts";
import type { PatchShipment } from "./schema.ts";
import { searchText } from "./search.ts";
import { inUtc, windowErrors } from "./window.ts";

/** The parts of a shipment, by when a merge patch may change them. Contract §3. */
type PatchedPart = "details" | "stop" | "window" | "address";

export interface PatchedShipment {
  set: Partial<ShipmentRow>;
  changes: PatchedPart[];
}

const editable = {
  details: undefined,
  stop: instructionsOpen,
  window: ["created", "quoted", "expired"],
  address: ["created", "quoted", "expired"],
} as const satisfies Record<PatchedPart, readonly Status[] | undefined>;

/** Carriers priced the shipment by these, so a change withdraws their quotes. */
export const quotedAgain: readonly PatchedPart[] = ["window", "address"];

const partNames = {
  details: "reference and metadata",
  stop: "contacts and instructions",
  window: "windows",
  address: "addresses",
} as const satisfies Record<PatchedPart, string>;

type StopPatch = NonNullable<PatchShipment["pickup"]>;

/**
 * Refuses what is wrong in the patch itself, whatever the shipment.
 * @throws AppError `validation_failed` for half a place
 */
export function refuseInvalidPatch({ pickup, delivery }: PatchShipment): void {
  refuseFields([
    ...coordinateErrors("#/pickup/address", pickup?.address ?? {}),
    ...coordinateErrors("#/delivery/address", delivery?.address ?? {}),
  ]);
}

/**
 * The columns that a merge patch (RFC 7396) changes. Setting a present value is no change.
 * @param locate finds the place of an address without coordinates
 * @throws AppError `validation_failed` for an invalid window or too much metadata, `shipment_not_editable` for a part
 * that the state has closed
 */
export function patchShipmentRow(
  before: ShipmentRow,
  patch: PatchShipment,
  now: number,
  locate: Locate,
): PatchedShipment {
  const after: ShipmentRow = {
    ...before,
    reference: patch.reference === undefined ? before.reference : patch.reference,
    metadata: patchMetadata(before.metadata, patch.metadata),
    pickup: patchStop(before.pickup, patch.pickup, locate),
    delivery: patchStop(before.delivery, patch.delivery, locate),
  };
  after.distanceMeters = distanceBetween(after.pickup.address, after.delivery.address);
  after.search = searchText(after.reference, after.trackingNumber, after.pickup, after.delivery);
  const changes = changedParts(before, after);
  refuseFields([
    ...metadataErrors(after.metadata),
    ...(changes.includes("window") ? windowErrors(after, now) : []),
  ]);
  if (before.redactedAt !== null && changes.length > 0) {
    throw new AppError("shipment_not_editable", {
      detail: "The personal data of this shipment was erased, so nothing of it can be changed.",
      members: { shipment_status: before.status },
    });
  }
  for (const part of changes) {
    const states: readonly Status[] | undefined = editable[part];
    if (states && !states.includes(before.status)) {
      throw new AppError("shipment_not_editable", {
        detail: `The shipment is ${before.status}, so its ${partNames[part]} cannot be changed.`,
        members: { shipment_status: before.status },
      });
    }
  }
  return {
    set: {
      reference: after.reference,
      metadata: after.metadata,
      pickup: after.pickup,
      delivery: after.delivery,
      search: after.search,
      distanceMeters: after.distanceMeters,
      recipientInstructions: instructionsAfter(before, after.delivery, now),
      // The tries were of the earlier number.
      ...(lastDigits(before) !== lastDigits(after) && noDigitTries),
    },
    changes,
  };
}

function patchStop<T extends Stop>(stop: T, patch: StopPatch | undefined, locate: Locate): T {
  if (!patch) return stop;
  return {
    ...stop,
    contact: { ...stop.contact, ...patch.contact },
    address: patchAddress(stop.address, patch.address, locate),
    instructions: patch.instructions === undefined ? stop.instructions : patch.instructions,
    window: patchWindow(stop.window, patch.window),
  };
}

/** Coordinates belong to the address that they were sent with: a new one without them is located anew. */
function patchAddress(before: Address, patch: StopPatch["address"], locate: Locate): Address {
  if (patch === undefined) return before;
  const { geocode_source: source, latitude, longitude, ...text } = before;
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

function patchMetadata(
  metadata: Record<string, string>,
  patch: PatchShipment["metadata"],
): Record<string, string> {
  if (patch === undefined) return metadata;
  if (patch === null) return {};
  const entries = Object.entries({ ...metadata, ...patch });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}

function changedParts(before: ShipmentRow, after: ShipmentRow): PatchedPart[] {
  const parts: Record<PatchedPart, (row: ShipmentRow) => unknown> = {
    details: (row) => [row.reference, row.metadata],
    stop: (row) => [row.pickup, row.delivery].map((stop) => [stop.contact, stop.instructions]),
    window: (row) => [row.pickup.window, row.delivery.window],
    address: (row) => [row.pickup.address, row.delivery.address],
  };
  return (Object.keys(parts) as PatchedPart[]).filter(
    (part) => !Bun.deepEquals(parts[part](before), parts[part](after)),
  );
}

function metadataErrors(metadata: Record<string, string>): FieldError[] {
  if (Object.keys(metadata).length <= metadataKeysMax) return [];
  const detail = `must have at most ${metadataKeysMax} fields`;
  return [{ pointer: "#/metadata", code: "max_properties", detail }];
}
