import { AppError, type FieldError, refuseFields } from "../../../infra/errors.ts";
import { metadataKeysMax } from "../../../infra/http/schema.ts";
import { isE164, type PhoneReader } from "../../../infra/phone/phone.ts";
import type { Locate } from "../../lifecycle/places/locating.ts";
import { noDigitTries } from "../../lifecycle/state/digits.ts";
import { instructionsAfter, lastDigits } from "../../lifecycle/state/recipient.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { instructionsOpen, pinnableStops } from "../../lifecycle/state/shipment.ts";
import type { Status, Stop } from "../../model/model.ts";
import { distanceBetween } from "./draft.ts";
import { patchDelivery, patchMetadata, patchParcels, patchStop } from "./merging.ts";
import type { PatchShipment } from "./patch-schema.ts";
import { movesOnlyPins } from "./pin-patch.ts";
import { coordinateErrors, undeliverableErrors } from "./request.ts";
import { searchText } from "./search.ts";
import { orderErrors, windowErrors } from "./window.ts";

/** The parts of a shipment, by when a merge patch may change them. Contract §3. */
type PatchedPart = "details" | "stop" | "goods" | "window" | "address" | "pin";

interface PatchedShipment {
  set: Partial<ShipmentRow>;
  changes: PatchedPart[];
}

const editable = {
  details: undefined,
  stop: instructionsOpen,
  goods: ["created", "quoted", "expired"],
  window: ["created", "quoted", "expired"],
  address: ["created", "quoted", "expired"],
  pin: ["assigned", "in_transit"],
} as const satisfies Record<PatchedPart, readonly Status[] | undefined>;

/** Carriers priced the shipment by these, so a change withdraws their quotes. */
export const quotedAgain: readonly PatchedPart[] = ["goods", "window", "address"];

const partNames = {
  details: "reference and metadata",
  stop: "contacts and instructions",
  goods: "parcels, requirements and if_undeliverable",
  window: "windows",
  address: "addresses",
  pin: "coordinates",
} as const satisfies Record<PatchedPart, string>;

type StopPatch = NonNullable<PatchShipment["pickup"]>;

/** The column of a member: `for_dispatch` stands in `forDispatch`. */
type ColumnOf<Member extends string> = Member extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<ColumnOf<Rest>>}`
  : Member;
type PatchedColumn = ColumnOf<keyof PatchShipment>;

/** The part that each column and each member of a stop belongs to; stops have several. */
const partOf = {
  reference: "details",
  metadata: "details",
  parcels: "goods",
  ifUndeliverable: "goods",
} as const satisfies Record<Exclude<PatchedColumn, "pickup" | "delivery">, PatchedPart>;
const stopPartOf = {
  contact: "stop",
  address: "address",
  instructions: "stop",
  window: "window",
} as const satisfies Record<Exclude<keyof StopPatch, "waited_minutes">, PatchedPart>;

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

/** Whether a number was not read with the patch, because only the shipment has the address's country. */
export function hasUnreadPhone({ pickup, delivery }: PatchShipment): boolean {
  return [pickup, delivery].some((stop) => stop?.contact?.phone != null && !isE164(stop.contact.phone));
}

/**
 * The patch with numbers as they are stored. @param phones where `hasUnreadPhone` says so
 * @throws AppError `validation_failed` for a text that is no phone number in the stop's country
 */
export function withPhones(
  before: Pick<ShipmentRow, "pickup" | "delivery">,
  patch: PatchShipment,
  phones: PhoneReader | undefined,
): PatchShipment {
  if (!phones) return patch;
  const errors: FieldError[] = [];
  const readIn = (name: "pickup" | "delivery") => {
    const stop = patch[name];
    const typed = stop?.contact?.phone;
    if (stop === undefined || typed == null) return {};
    const country = stop.address?.country ?? before[name].address.country;
    const phone = phones.read(typed, country);
    if (phone !== undefined) return { [name]: { ...stop, contact: { ...stop.contact, phone } } };
    errors.push({
      pointer: `#/${name}/contact/phone`,
      code: "format",
      detail: phones.refusal(typed, country),
    });
    return {};
  };
  const read = { ...patch, ...readIn("pickup"), ...readIn("delivery") };
  refuseFields(errors);
  return read;
}

/**
 * The columns that a merge patch (RFC 7396) changes. Setting a present value is no change.
 * @param by `locate` finds the place of an address without coordinates; `hasFleet`: drivers read places from Waybill;
 * `isOwn`: a fleet of the account has it; `parcelId` makes an id
 * @throws AppError `validation_failed` for an invalid window or too much metadata, `shipment_not_editable` for a part
 * that the state has closed
 */
export function patchShipmentRow(
  before: ShipmentRow,
  patch: PatchShipment,
  {
    now,
    locate,
    hasFleet,
    isOwn,
    parcelId,
  }: { now: number; locate: Locate; hasFleet: boolean; isOwn: boolean; parcelId: () => string },
): PatchedShipment {
  const patched = {
    reference: patch.reference === undefined ? before.reference : patch.reference,
    metadata: patchMetadata(before.metadata, patch.metadata),
    pickup: patchStop(before.pickup, patch.pickup, locate),
    delivery: patchDelivery(before.delivery, patch.delivery, locate),
    parcels: patchParcels(before.parcels, patch.parcels, parcelId),
    ifUndeliverable: patch.if_undeliverable ?? before.ifUndeliverable,
  } satisfies Pick<ShipmentRow, PatchedColumn>;
  const after: ShipmentRow = { ...before, ...patched };
  after.distanceMeters = distanceBetween(after.pickup.address, after.delivery.address);
  after.search = searchText(after.reference, after.trackingNumber, after.pickup, after.delivery);
  const isPin = hasFleet && movesOnlyPins(before, after);
  const changes = changedParts(before, after).map((part) => (isPin && part === "address" ? "pin" : part));
  refuseFields([
    ...metadataErrors(after.metadata),
    ...(changes.includes("window") ? windowErrorsAfter(before, after, now) : []),
    ...(changes.includes("goods")
      ? undeliverableErrors(after.ifUndeliverable, after.delivery.requirements)
      : []),
  ]);
  if (before.redactedAt !== null && changes.length > 0) {
    throw new AppError("shipment_not_editable", {
      detail: "The personal data of this shipment was erased, so nothing of it can be changed.",
      members: { shipment_status: before.status },
    });
  }
  for (const part of changes) {
    const states: readonly Status[] | undefined = editable[part];
    if (states && !states.includes(before.status) && !(isOwn && isAhead(part, before, after))) {
      throw new AppError("shipment_not_editable", {
        detail: `The shipment is ${before.status}, so its ${partNames[part]} cannot be changed.`,
        members: { shipment_status: before.status },
      });
    }
  }
  return {
    set: {
      ...patched,
      search: after.search,
      distanceMeters: after.distanceMeters,
      recipientInstructions: instructionsAfter(before, after.delivery, now),
      // The tries were of the earlier number.
      ...(lastDigits(before) !== lastDigits(after) && noDigitTries),
    },
    changes,
  };
}

/** The stops whose coordinates a patch gives, as they are afterwards. */
export function placedAnew(
  { pickup, delivery }: PatchShipment,
  { set }: PatchedShipment,
): { pickup?: Stop | undefined; delivery?: Stop | undefined } {
  return {
    ...(pickup?.address?.latitude != null && { pickup: set.pickup }),
    ...(delivery?.address?.latitude != null && { delivery: set.delivery }),
  };
}

/** Whether all that the patch changes of a part belongs to stops that the own driver has still to make. */
function isAhead(part: PatchedPart, before: ShipmentRow, after: ShipmentRow): boolean {
  if (part !== "window" && part !== "address") return false;
  const ahead = pinnableStops[before.status] ?? [];
  return (["pickup", "delivery"] as const).every(
    (stop) => ahead.includes(stop) || Bun.deepEquals(before[stop][part], after[stop][part]),
  );
}

/** Once a quote is accepted, the window of a stop that was made is no fault of the other one's. */
function windowErrorsAfter(before: ShipmentRow, after: ShipmentRow, now: number): FieldError[] {
  if (pinnableStops[before.status] === undefined) return windowErrors(after, now);
  const judged = (stop: Stop, other: Stop) =>
    Bun.deepEquals(stop.window, other.window) ? { window: null } : stop;
  const errors = windowErrors(
    { pickup: judged(after.pickup, before.pickup), delivery: judged(after.delivery, before.delivery) },
    now,
  );
  return errors.length > 0 ? errors : orderErrors(after);
}

function changedParts(before: ShipmentRow, after: ShipmentRow): PatchedPart[] {
  const changed = [
    ...changedIn(partOf, before, after),
    ...changedIn(stopPartOf, before.pickup, after.pickup),
    ...changedIn(stopPartOf, before.delivery, after.delivery),
    ...changedIn({ requirements: "goods" }, before.delivery, after.delivery),
  ];
  return (Object.keys(editable) as PatchedPart[]).filter((part) => changed.includes(part));
}

/** The parts of the members that differ. */
function changedIn<Name extends string>(
  parts: Readonly<Record<Name, PatchedPart>>,
  before: Readonly<Record<NoInfer<Name>, unknown>>,
  after: Readonly<Record<NoInfer<Name>, unknown>>,
): PatchedPart[] {
  const names = Object.keys(parts) as Name[];
  return names.filter((name) => !Bun.deepEquals(before[name], after[name])).map((name) => parts[name]);
}

function metadataErrors(metadata: Record<string, string>): FieldError[] {
  if (Object.keys(metadata).length <= metadataKeysMax) return [];
  const detail = `must have at most ${metadataKeysMax} fields`;
  return [{ pointer: "#/metadata", code: "max_properties", detail }];
}
