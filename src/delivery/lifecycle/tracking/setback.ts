import { minuteMs } from "../../../infra/units.ts";
import type { ReasonCode } from "../../model/model.ts";

/** What keeps the goods from arriving as expected while the state stays. */

export const setbackKinds = ["held", "attempt_failed"] as const;
type SetbackKind = (typeof setbackKinds)[number];

/** What keeps the goods, or since when they go on: news from before that time changes nothing. */
export type Setback =
  | { kind: "none"; at: number }
  | {
      kind: SetbackKind;
      at: number;
      reason: ReasonCode;
      /** When a driver tries again. */
      nextAt?: number;
    };

/** When a driver tries again to hand the goods over; null where nobody said so, or they went on since. */
export function nextAttemptOf(tracking: { setback: Setback | null } | undefined): number | null {
  const setback = tracking?.setback;
  return setback?.kind === "attempt_failed" ? (setback.nextAt ?? null) : null;
}

/** So long before the next attempt a driver may come back. */
const earlyMs = 10 * minuteMs;

/** From when on a position may be an arrival: a driver who tries again later still stands at the door for a while. */
export function arrivableFrom(tracking: { setback: Setback | null }): number {
  const nextAt = nextAttemptOf(tracking);
  return nextAt === null ? 0 : nextAt - earlyMs;
}

/** What is known after another news. A scan after a failed attempt does not make up for it. */
export function setbackAfter(known: Setback | null, news: Setback, isStep: boolean): Setback {
  if (known === null) return news;
  if (known.at > news.at) return known;
  return known.kind === "attempt_failed" && news.kind === "none" && !isStep ? known : news;
}
