import { refuseOverStorage } from "../../../access/limits/storage.ts";
import type { Db, Tx } from "../../../infra/db/store.ts";
import { write } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import type { PhoneReader } from "../../../infra/phone/phone.ts";
import { loadPhoneReader } from "../../../infra/phone/reader.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { changeDetails } from "../../lifecycle/changing.ts";
import { chargeMove } from "../../lifecycle/charges/moving.ts";
import { hasFleet, isOfOwnFleet } from "../../lifecycle/driver-jobs/reading.ts";
import { adoptNewPlace } from "../../lifecycle/driver-jobs/transitions.ts";
import { locateIn } from "../../lifecycle/places/locating.ts";
import { keepPins } from "../../lifecycle/places/pins.ts";
import { priceChange } from "../../lifecycle/repricing.ts";
import { reschedule } from "../../lifecycle/rescheduling.ts";
import { getShipmentRecord, requireShipment, viewOf } from "../../lifecycle/state/reading.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import type { ShipmentView } from "../../lifecycle/state/schema.ts";
import { refuseContradictory } from "./contradictions.ts";
import { refuseTooLarge } from "./draft.ts";
import {
  hasUnreadPhone,
  patchShipmentRow,
  placedAnew,
  quotedAgain,
  refuseInvalidPatch,
  withPhones,
} from "./patch.ts";
import type { PatchShipment } from "./patch-schema.ts";

/** A caller changes a shipment: before the acceptance its quotes go with it, of an own delivery what was promised moves. */

interface PatchTerms {
  /** Compares a version with If-Match. */
  accepts: (version: number) => boolean;
  /** Whether an own fleet charges what the change costs. */
  reprices: boolean;
}

/**
 * Applies a JSON merge patch.
 * @throws AppError `not_found`, `precondition_failed`, `shipment_not_editable`, `validation_failed`,
 * `coordinates_contradict_address`, `price_unknown`, `storage_quota_exceeded`, `shipment_too_large`
 */
export async function patchShipment(
  deps: DeliveryDeps,
  caller: Caller,
  id: string,
  patch: PatchShipment,
  { accepts, reprices }: PatchTerms,
): Promise<ShipmentView> {
  refuseInvalidPatch(patch);
  const { environment } = caller;
  const phones = hasUnreadPhone(patch) ? await loadPhoneReader() : undefined;
  const repriced = reprices ? await repricedBy(deps, caller, id, patch, phones) : undefined;
  return write(deps, environment, (writing) => {
    const before = requireShipment(writing, caller, id);
    if (!accepts(before.version)) throw new AppError("precondition_failed");
    if (repriced && repriced.version !== before.version) {
      throw new AppError("precondition_failed", {
        detail: "It changed while the price was computed. Try again.",
      });
    }
    const { readPatch, patched } = patchedBy({ ...writing, db: writing.tx }, before, patch, phones);
    if (patched.changes.length === 0) return viewOf(writing, before);
    const placed = placedAnew(readPatch, patched);
    const isPin = patched.changes.includes("pin");
    if (isPin || patched.changes.includes("address")) refuseContradictory(placed);
    refuseOverStorage(writing, caller.accountId);
    refuseTooLarge(viewOf(writing, { ...before, ...patched.set }));
    const after = isOfOwnFleet(writing, before)
      ? reschedule(writing, before, patched.set, { by: "client", reason: null })
      : changeDetails(writing, before, {
          set: patched.set,
          movesStop: patched.changes.includes("address"),
          needsQuotes: quotedAgain.some((part) => patched.changes.includes(part)),
          concernsCarrier: patched.changes.includes("stop"),
        });
    if (repriced) chargeMove(writing, repriced.assignment, repriced.change);
    keepPins(writing, caller, id, placed);
    if (isPin && after.assignmentId !== null) adoptNewPlace(writing, after.assignmentId);
    return viewOf(writing, after);
  });
}

/** What the change costs an own delivery, of this version; undefined for others. @throws AppError as the change itself, `price_unknown` */
async function repricedBy(
  deps: DeliveryDeps,
  caller: Caller,
  id: string,
  patch: PatchShipment,
  phones: PhoneReader | undefined,
) {
  const { environment } = caller;
  const { shipment, assignment } = getShipmentRecord(deps, caller, id);
  if (!assignment || !isOfOwnFleet({ deps, environment }, shipment)) return undefined;
  const { db } = deps.stores.platform(environment);
  const { patched } = patchedBy({ deps, environment, db, now: deps.clock.now() }, shipment, patch, phones);
  // A price by distance follows coordinates, too.
  const moves = (["address", "pin", "window"] as const).some((part) => patched.changes.includes(part));
  if (!moves) return undefined;
  const after = { ...shipment, ...patched.set };
  const change = await priceChange(deps, environment, assignment, shipment, after);
  return { version: shipment.version, assignment, change };
}

function patchedBy(
  reading: Pick<DeliveryWriting, "deps" | "environment" | "now"> & { db: Db | Tx },
  before: ShipmentRow,
  patch: PatchShipment,
  phones: PhoneReader | undefined,
) {
  const readPatch = withPhones(before, patch, phones);
  const patched = patchShipmentRow(before, readPatch, {
    now: reading.now,
    locate: locateIn({ ...reading, accountId: before.accountId }),
    hasFleet: hasFleet(reading, before),
    isOwn: isOfOwnFleet(reading, before),
    parcelId: () => reading.deps.ids.make("pcl"),
  });
  return { readPatch, patched };
}
