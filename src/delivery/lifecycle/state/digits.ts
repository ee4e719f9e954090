import { dayMs } from "../../../infra/units.ts";
import type { DigitTry } from "../../model/model.ts";
import type { ShipmentRow } from "./rows.ts";

/**
 * Wrong tries of the last digits of the recipient's phone count by network and by link. Whoever was passed the link locks
 * their own network with five, and the link only from several networks. Who has many networks gets 20 tries a day for
 * 10,000 numbers, and 100 in all.
 */

/** From one network, in a day. */
export const digitTriesMax = 5;
/** From all networks, in a day. */
const linkTriesMax = 20;
/** Wrong tries after which the link shows nothing for digits, until the sender makes a new one. */
export const triesInAllMax = 100;

/** Columns of a shipment without wrong tries of its digits. */
export const noDigitTries = { digitTries: 0, recentDigitTries: null };

type Tried = Pick<ShipmentRow, "digitTries" | "recentDigitTries">;

/** How many wrong tries a network has left. Older ones than a day count in all only. @param network as `networkMark` */
export function digitTriesLeft(shipment: Tried, network: string, now: number): number {
  const [ofNetwork, ofLink] = recentTries(shipment, network, now);
  const left = Math.min(
    digitTriesMax - ofNetwork.length,
    linkTriesMax - ofLink.length,
    triesInAllMax - shipment.digitTries,
  );
  return Math.max(0, left);
}

/** Milliseconds until the network has a try again, if it is time that is missing. */
export function digitsLockMs(shipment: Tried, network: string, now: number): number {
  const [ofNetwork, ofLink] = recentTries(shipment, network, now);
  const ends = [ofNetwork.at(-digitTriesMax), ofLink.at(-linkTriesMax)].map((each) => each?.at ?? 0);
  return Math.max(...ends) + dayMs - now;
}

/** Wrong tries of the network in the last day, and all. */
export function recentTries(
  { recentDigitTries }: Tried,
  network: string,
  now: number,
): [DigitTry[], DigitTry[]] {
  const recent = (recentDigitTries ?? []).filter(({ at }) => now < at + dayMs);
  return [recent.filter((each) => each.network === network), recent];
}
