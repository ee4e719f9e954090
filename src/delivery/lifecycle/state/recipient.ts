import type { LeavePlace } from "../../model/handover.ts";
import type { Contact, DeliveryStop, RecipientInstructions, Stop } from "../../model/model.ts";
import { digitTriesLeft, triesInAllMax } from "./digits.ts";
import type { AssignmentRow, ShipmentRow } from "./rows.ts";
import { instructionsOpen } from "./shipment.ts";

/** What a recipient may see and ask for with the tracking link, beyond looking. */

/** How many digits of the phone number a recipient enters. */
export const digitsAsked = 4;
/** More changes than anybody needs, so that a link that was passed on cannot flood the account with events. */
export const recipientChangesMax = 20;

type DigitsAccess = "none" | "confirm" | "locked";

/**
 * Whether the link gives the PIN to who knows the last digits of the recipient's phone. `carrier`: the carrier sends them
 * one of its own. @param assignment the shipment's
 */
export function pinAccess(
  shipment: ShipmentRow,
  assignment: Pick<AssignmentRow, "ownPin"> | null | undefined,
  network: string,
  now: number,
): DigitsAccess | "carrier" {
  const { status, pin, delivery } = shipment;
  const isNeeded = delivery.requirements.pin && (status === "assigned" || status === "in_transit");
  if (isNeeded && assignment?.ownPin) return "carrier";
  return isNeeded && pin !== null ? digitsAccess(shipment, network, now) : "none";
}

/**
 * Whether the link gives anything to who knows the last digits of the recipient's phone. Without a phone number it never
 * does, nor after more wrong tries than anybody makes.
 */
export function digitsAccess(shipment: ShipmentRow, network: string, now: number): DigitsAccess {
  const { redactedAt, digitTries } = shipment;
  if (redactedAt !== null || digitTries >= triesInAllMax || lastDigits(shipment) === undefined) return "none";
  return digitTriesLeft(shipment, network, now) === 0 ? "locked" : "confirm";
}

/** The last digits of the recipient's phone number; undefined without one. */
export function lastDigits({ delivery }: Pick<ShipmentRow, "delivery">): string | undefined {
  const digits = (delivery.contact.phone ?? "").replace(/\D/g, "");
  return digits.length < digitsAsked ? undefined : digits.slice(-digitsAsked);
}

interface MaySay {
  text: boolean;
  neighbor: boolean;
  safe_place: boolean;
}

/**
 * A signature, PIN or age has to be shown by the recipient, so nobody else may take the goods then. `isHeard`: whether
 * the carrier takes changes; of others no instructions would reach the driver.
 */
export function maySay({ status, redactedAt, delivery }: ShipmentRow, isHeard: boolean): MaySay {
  const { signature, pin, min_age } = delivery.requirements;
  const text = isHeard && redactedAt === null && instructionsOpen.includes(status);
  const elsewhere = text && !signature && !pin && min_age === null;
  return { text, neighbor: elsewhere, safe_place: elsewhere };
}

export function mayRate({ status, redactedAt }: Pick<ShipmentRow, "status" | "redactedAt">): boolean {
  return status === "delivered" && redactedAt === null;
}

const leaveWords: Record<LeavePlace, string> = {
  neighbor: "Leave with a neighbor",
  safe_place: "Leave in a safe place",
};

/** Carriers get one text: what the sender wrote, then what the recipient asks for. */
export function deliveryForCarrier({
  delivery,
  recipientInstructions,
}: Pick<ShipmentRow, "delivery" | "recipientInstructions">): DeliveryStop {
  if (recipientInstructions === null) return delivery;
  const words = wordsOf(recipientInstructions);
  if (words === "") return delivery;
  const asked = `Recipient: ${words}`;
  return { ...delivery, instructions: delivery.instructions ? `${delivery.instructions}\n${asked}` : asked };
}

/**
 * What is left of a recipient's instructions when the sender changes the delivery. They tell of a house and a person:
 * gates, neighbors, hiding places. So another address or another person leaves nothing but the number of changes.
 */
export function instructionsAfter(
  { delivery: before, recipientInstructions: given }: Pick<ShipmentRow, "delivery" | "recipientInstructions">,
  after: DeliveryStop,
  now: number,
): RecipientInstructions | null {
  const isAbsent = given === null || (given.text === null && given.leave === null);
  if (isAbsent || (isSameHouse(before, after) && !isAnother(before.contact, after.contact))) return given;
  return { text: null, leave: null, changes: given.changes, updatedAt: now };
}

/** More exact coordinates are no other house. */
export function isSameHouse({ address: before }: Stop, { address: after }: Stop): boolean {
  const texts = ["line1", "line2", "city", "state", "postal_code", "country"] as const;
  return texts.every((name) => before[name] === after[name]);
}

/** Certain for another name with another phone number or email address, unless one of the two is the same. */
function isAnother(before: Contact, after: Contact): boolean {
  const channels = (["phone", "email"] as const).filter((name) => before[name] && after[name]);
  return (
    before.name !== after.name &&
    channels.length > 0 &&
    channels.every((name) => before[name] !== after[name])
  );
}

/** `Leave with a neighbor (Meyer). The bell is broken.` */
function wordsOf({ text, leave }: RecipientInstructions): string {
  const place = leave && `${leaveWords[leave.where]}${leave.note ? ` (${leave.note})` : ""}.`;
  return [place, text].filter(Boolean).join(" ");
}
