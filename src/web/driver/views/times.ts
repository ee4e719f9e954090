import type { Texts } from "../texts/en.ts";
import type { DriverStop } from "../wire.ts";

/** Times of stops, by the phone's clock and language. */

const time = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });

export const clockTime = (timestamp: string): string => time.format(new Date(timestamp));

/** The promised window, else the estimate. */
export function dueText({ window, estimated_at: estimate }: DriverStop, texts: Texts): string | null {
  if (window) return texts.between(clockTime(window.start), clockTime(window.end));
  return estimate === null ? null : texts.expected(clockTime(estimate));
}
