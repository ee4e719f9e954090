import { dayMs, hourMs, minuteMs } from "@/infra/units.ts";
import type { PollRow } from "./store.ts";

/** When carriers are asked about their bookings. Contract-live §2. */

/** The shortest and the longest wait; a random share of the difference keeps asks apart. */
interface AskWait {
  leastMs: number;
  mostMs: number;
}

const usual: AskWait = { leastMs: 15 * minuteMs, mostMs: hourMs };
/** A carrier takes days to decide about a refund. */
const ofRefund: AskWait = { leastMs: 4 * hourMs, mostMs: 8 * hourMs };
/** A parcel that is on its way longer than this is lost or forgotten. */
const recentMs = 30 * dayMs;
const ofOld: AskWait = { leastMs: 12 * hourMs, mostMs: dayMs };
/** After this, nobody asks about a booking any more. */
export const bookingAsksMs = 180 * dayMs;
/** Each failure doubles the wait, up to here. */
const leastAfterFailuresMs = 6 * hourMs;

/** How long Waybill waits before it asks again. `ageMs`: since the carrier got the booking. */
export function waitBeforeAsk(
  { awaits, failures }: Pick<PollRow, "awaits" | "failures">,
  ageMs: number,
): AskWait {
  if (ageMs > recentMs) return ofOld;
  const { leastMs, mostMs } = awaits === "refund" ? ofRefund : usual;
  const factor = Math.max(1, Math.min(2 ** failures, leastAfterFailuresMs / leastMs));
  return { leastMs: leastMs * factor, mostMs: mostMs * factor };
}
