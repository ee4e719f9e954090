/**
 * How wrong the clock of a phone is. The phone says what time it has when it sends, so Waybill can tell, and shifts the
 * times of all its reports by the difference: however far the clock is off, what happened keeps its order and its place.
 */

/** No network makes a request arrive before it is sent, so what is more than this ahead is a wrong clock. */
const aheadMaxMs = 10_000;
/** A request may be on its way for so long. Shifting by that would make right times wrong. */
const behindMaxMs = 30_000;

/** @returns milliseconds to add to the phone's times; 0 for a clock that may be right */
export function clockOffset(sentAt: number, receivedAt: number): number {
  const offsetMs = receivedAt - sentAt;
  return offsetMs < -aheadMaxMs || offsetMs > behindMaxMs ? offsetMs : 0;
}
