import { countRecipient } from "../../../access/limits/attempts.ts";
import { retryAfter } from "../../../access/limits/limiter.ts";
import type { Sync } from "../../../infra/db/store.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import { isHashOf, sha256Hex } from "../../../infra/ids.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { queueCarrierUpdate } from "../../lifecycle/assignments/transitions.ts";
import { changeShipment } from "../../lifecycle/state/change.ts";
import {
  countDigitTry,
  forgetDigitTries,
  networkMark,
  type Recipient,
} from "../../lifecycle/state/digit-tries.ts";
import { digitsLockMs, digitTriesLeft } from "../../lifecycle/state/digits.ts";
import { openPin } from "../../lifecycle/state/pin.ts";
import { findAssignmentRow, findByTrackingToken } from "../../lifecycle/state/reading.ts";
import {
  digitsAccess,
  lastDigits,
  mayRate,
  maySay,
  pinAccess,
  recipientChangesMax,
} from "../../lifecycle/state/recipient.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import type {
  PublicInstructionsView,
  PublicRatingView,
  ShownProofView,
} from "../../lifecycle/tracking/public-schema.ts";
import { requireByToken, shownProof, takesChanges } from "../../lifecycle/tracking/public-service.ts";
import { toPublicInstructions, toPublicRating } from "../../lifecycle/tracking/public-view.ts";
import { toLeavePlace } from "../../model/handover.ts";
import type { ConfirmPhone, PutInstructions, PutRating, ShownPinView } from "./schema.ts";

/** What a recipient does on the tracking page. The link is the credential. */

/**
 * The PIN, for who knows the last digits of the recipient's phone.
 * @throws AppError `not_found`, `tracking_link_ended`, `rate_limited`, `pin_not_shown`, `digits_wrong`, `digits_locked`
 */
export function showPin(deps: Deps, by: Recipient, input: ConfirmPhone): Promise<ShownPinView> {
  return showForDigits(deps, by, input, "pin_not_shown", (writing, shipment) => {
    const assignment = shipment.assignmentId && findAssignmentRow(writing.tx, shipment.assignmentId);
    const access = pinAccess(shipment, assignment || null, networkMark(by), writing.now);
    if (access === "none" || access === "carrier") return undefined;
    const pin = openPin(deps.vault, shipment);
    return pin === null ? undefined : { pin };
  });
}

/**
 * Pictures and the receiver's name, for who knows the last digits of the recipient's phone.
 * @throws AppError as `showPin`, `proof_not_shown` in place of `pin_not_shown`
 */
export function showProof(deps: Deps, by: Recipient, input: ConfirmPhone): Promise<ShownProofView> {
  return showForDigits(deps, by, input, "proof_not_shown", ({ tx }, shipment) =>
    shownProof(deps, tx, shipment, by.token),
  );
}

/**
 * Wrong tries are counted in the transaction that judges them, so tries at the same time count one by one.
 * @param shown what the right digits show; undefined for nothing, which is `notShown`
 */
async function showForDigits<T extends object>(
  deps: Deps,
  by: Recipient,
  input: ConfirmPhone,
  notShown: "pin_not_shown" | "proof_not_shown",
  shown: (writing: Writing, shipment: ShipmentRow) => T | undefined,
): Promise<T> {
  const judged = await writeByLink<T | AppError>(deps, by, (writing, shipment): Sync<T | AppError> => {
    const network = networkMark(by);
    const access = digitsAccess(shipment, network, writing.now);
    const digits = lastDigits(shipment);
    const told = access === "none" ? undefined : shown(writing, shipment);
    if (digits === undefined || told === undefined) throw new AppError(notShown);
    if (access === "locked") throw locked(shipment, network, writing.now);
    if (isHashOf(sha256Hex(digits), input.last_digits)) {
      forgetDigitTries(writing, shipment, network);
      return told as Sync<T>;
    }
    // Returned, as a throw would undo the count.
    return refusal(countDigitTry(writing, shipment, network), network, writing.now);
  });
  if (judged instanceof AppError) throw judged;
  return judged;
}

function refusal(counted: ShipmentRow, network: string, now: number): AppError {
  const left = digitTriesLeft(counted, network, now);
  if (left === 0) return locked(counted, network, now);
  return new AppError("digits_wrong", { detail: `Tries left: ${left}.`, members: { tries_left: left } });
}

function locked(shipment: ShipmentRow, network: string, now: number): AppError {
  return new AppError("digits_locked", { headers: retryAfter(digitsLockMs(shipment, network, now)) });
}

/**
 * Replaces what the recipient asks of the driver, and tells the carrier. The same again changes nothing.
 * @throws AppError `not_found`, `tracking_link_ended`, `rate_limited`, `shipment_not_editable`, `validation_failed`
 */
export function putInstructions(
  deps: DeliveryDeps,
  by: Recipient,
  input: PutInstructions,
): Promise<PublicInstructionsView> {
  return writeByLink(deps, by, (writing, shipment) => {
    const isHeard = takesChanges(deps, writing.environment, shipment);
    if (!isHeard) throw notEditable(shipment, "The carrier takes no instructions after the booking.");
    const may = maySay(shipment, isHeard);
    if (!may.text) throw notEditable(shipment, `The shipment is ${shipment.status}, so it is too late.`);
    const leave = input.leave
      ? { where: toLeavePlace(input.leave.where), note: plainText(input.leave.note) }
      : null;
    if (leave && !may[leave.where]) {
      throw invalidField(
        "#/leave/where",
        "not_allowed",
        "is not allowed: the recipient has to be there in person",
      );
    }
    const asked = { text: plainText(input.text), leave };
    const before = shipment.recipientInstructions;
    if (Bun.deepEquals(asked, { text: before?.text ?? null, leave: before?.leave ?? null })) {
      return toPublicInstructions(shipment, isHeard);
    }
    const changes = nextChange(shipment, before);
    const after = changeShipment(writing, shipment, {
      by: "recipient",
      message: "The recipient gave instructions.",
      event: { type: "shipment.instructions_changed", data: {} },
      set: { recipientInstructions: { ...asked, changes, updatedAt: writing.now } },
    });
    queueCarrierUpdate(writing, after);
    return toPublicInstructions(after, isHeard);
  });
}

/**
 * Replaces what the recipient says of a delivery. The same again changes nothing.
 * @throws AppError `not_found`, `tracking_link_ended`, `rate_limited`, `shipment_not_delivered`, `shipment_not_editable`
 */
export function putRating(deps: Deps, by: Recipient, input: PutRating): Promise<PublicRatingView> {
  return writeByLink(deps, by, (writing, shipment) => {
    if (!mayRate(shipment)) throw new AppError("shipment_not_delivered");
    const said = { thumb: input.thumb, comment: plainText(input.comment) };
    const before = shipment.rating;
    if (Bun.deepEquals(said, toPublicRating(before))) return said;
    const changes = nextChange(shipment, before);
    changeShipment(writing, shipment, {
      by: "recipient",
      message: "The recipient rated the delivery.",
      event: { type: "shipment.rated", data: {} },
      set: { rating: { ...said, changes, ratedAt: writing.now } },
    });
    return said;
  });
}

/** @throws AppError `shipment_not_editable` after too many changes */
function nextChange(shipment: ShipmentRow, before: { changes: number } | null): number {
  const changes = (before?.changes ?? 0) + 1;
  if (changes <= recipientChangesMax) return changes;
  throw notEditable(shipment, `This was changed ${recipientChangesMax} times.`);
}

function notEditable({ status }: ShipmentRow, detail: string): AppError {
  return new AppError("shipment_not_editable", { detail, members: { shipment_status: status } });
}

/** Runs `change` with the shipment of the link. @throws AppError `not_found`, `tracking_link_ended`, `rate_limited` */
async function writeByLink<T>(
  deps: Deps,
  { token, client }: Recipient,
  change: (writing: Writing, shipment: ShipmentRow) => Sync<T>,
): Promise<T> {
  const { environment } = requireByToken(deps, token);
  countRecipient(deps, client, token, deps.realClock.now());
  return write<T>(deps, environment, (writing) => {
    const found = findByTrackingToken(writing.tx, token);
    if (!found) throw new AppError("not_found");
    return change(writing, found.shipment);
  });
}

/**
 * What a person typed, in one line; null without text. Line breaks and control characters become spaces, and what turns
 * the direction of text is gone, so that a recipient's words cannot look like the sender's to a driver.
 */
export function plainText(entered: string | null | undefined): string | null {
  const line = (entered ?? "").replace(/\p{Bidi_Control}/gu, "").replace(/[\p{Cc}\s]+/gu, " ");
  return line.trim() || null;
}
