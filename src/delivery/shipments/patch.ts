import { AppError, type FieldError, refuseFields } from "../../infra/errors.ts";
import { metadataKeysMax } from "../../infra/http/schema.ts";
import type { ShipmentRow } from "../lifecycle/rows.ts";
import type { Status, Stop } from "../model.ts";
import { searchText } from "./draft.ts";
import type { PatchShipment } from "./schema.ts";
import { inUtc, windowErrors } from "./window.ts";

/** The parts of a shipment, by when a merge patch may change them. Contract §3. */
type PatchedPart = "details" | "stop" | "window";

export interface PatchedShipment {
  set: Partial<ShipmentRow>;
  changes: PatchedPart[];
}

const editable = {
  details: undefined,
  stop: ["created", "quoted", "expired", "assigned", "in_transit"],
  window: ["created", "quoted"],
} as const satisfies Record<PatchedPart, readonly Status[] | undefined>;

type StopPatch = NonNullable<PatchShipment["pickup"]>;

/**
 * The columns that a merge patch (RFC 7396) changes. Setting a present value is no change.
 * @throws AppError `validation_failed` for an invalid window, `shipment_not_editable` for a part that the state has
 * closed
 */
export function patchShipmentRow(before: ShipmentRow, patch: PatchShipment, now: number): PatchedShipment {
  const after: ShipmentRow = {
    ...before,
    reference: patch.reference === undefined ? before.reference : patch.reference,
    metadata: patchMetadata(before.metadata, patch.metadata),
    pickup: patchStop(before.pickup, patch.pickup),
    delivery: patchStop(before.delivery, patch.delivery),
  };
  after.search = searchText(after.reference, after.trackingNumber, after.pickup, after.delivery);
  const changes = changedParts(before, after);
  refuseFields([
    ...metadataErrors(after.metadata),
    ...(changes.includes("window") ? windowErrors(after, now) : []),
  ]);
  for (const part of changes) {
    const states: readonly Status[] | undefined = editable[part];
    if (states && !states.includes(before.status)) {
      throw new AppError("shipment_not_editable", {
        detail: `The shipment is ${before.status}, so its ${part === "window" ? "windows" : "contacts and instructions"} cannot be changed.`,
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
    },
    changes,
  };
}

function patchStop<T extends Stop>(stop: T, patch: StopPatch | undefined): T {
  if (!patch) return stop;
  return {
    ...stop,
    contact: { ...stop.contact, ...patch.contact },
    instructions: patch.instructions === undefined ? stop.instructions : patch.instructions,
    window: patchWindow(stop.window, patch.window),
  };
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
