import { followsGuide } from "./guide.ts";
import {
  buys,
  cancels,
  comparesShapes,
  connects,
  keepsWhatMoves,
  quotes,
  readsLabel,
  refusesOtherKeys,
  sendsBack,
  tracks,
} from "./parcel.ts";
import type { Point } from "./scene.ts";
import { rejectsSilence, survivesKill, waitsForCarrier } from "./slow-purchases.ts";

/** The way of a parcel over Waybill's API, with Karrio behind it. Each point throws what is wrong. */
export const points: readonly Point[] = [
  ["a wrong key, a test key in live, a live key in the sandbox: refused", refusesOtherKeys],
  ["a check of the connection passes", connects],
  ["quotes", quotes],
  ["a purchase carries the assignment", buys],
  ["the label is Karrio's", readsLabel],
  ["tracking, by Karrio's webhook", tracks],
  ["a return of what was delivered", sendsBack],
  ["a cancellation, and its repetition", cancels],
  ["a cancellation that Karrio refuses", keepsWhatMoves],
  ["a carrier that hangs for 75 s: bought exactly once", waitsForCarrier],
  ["Waybill killed while the carrier hangs: bought exactly once", survivesKill],
  ["a carrier that hangs up without an answer: rejected", rejectsSilence],
  ['the guide "Keep Karrio", command by command, and back', followsGuide],
  ["Karrio's answers have the members that were recorded", comparesShapes],
];
