import type { PublicTrackingView } from "../../delivery/lifecycle/tracking/public-schema.ts";
import type { Status } from "../../delivery/model/model.ts";
import { solarZone } from "../../infra/geography/country-time-zone.ts";
import { arrivalOf } from "./arrival-window.ts";
import { dayTag } from "./day.ts";
import { mark, windowTag, withHtml } from "./html.ts";
import { isNextAttempt } from "./next-attempt.ts";
import type { PageWords } from "./texts.ts";

/** When the delivery comes, on the recipient's page. */

/** The delivery is to come. */
const ahead: readonly Status[] = ["created", "quoted", "assigned", "in_transit"];

/** When it comes, whether that is later than promised, and else the promised window beside an estimate. */
export function expectedOf(view: PublicTrackingView, { language, texts }: PageWords, now: number): string {
  const { status, substatus, eta, setback, time_zone: timeZone } = view;
  const promised = view.window && { from: Date.parse(view.window.start), to: Date.parse(view.window.end) };
  // A window that begins after the failure was promised for the next attempt.
  const isPromisedAnew =
    promised !== null && setback !== null && Date.parse(setback.occurred_at) < promised.from;
  if (!ahead.includes(status) || (isBeforeFailure(view) && !isPromisedAnew)) return "";
  const isRetry = setback?.kind === "attempt_failed" && !isPromisedAnew;
  const { window, day, isLate } = arrivalOf({
    promised,
    expectedAt: eta?.delivery ? Date.parse(eta.delivery) : null,
    expectedDay: eta?.delivery_date ?? null,
    timeZone,
    isComing: substatus === "en_route_to_delivery",
    isRetry,
    now,
  });
  const line = (kind: string, text: string, inserted: string) =>
    `<p class="${kind}">${withHtml(text, inserted)}</p>`;
  const when = day === undefined ? window && windowTag(window, language, timeZone) : dayTag(language, day);
  const sentence = isRetry ? texts.nextAttempt : texts.expected;
  const expected = when === undefined || substatus === "at_delivery" ? "" : line("eta", sentence(mark), when);
  if (promised === null || isRetry) return expected;
  const whole = windowTag(promised, language, timeZone);
  if (isLate) return expected + line("late", texts.late(mark), whole);
  return expected && window === promised ? expected : expected + line("quiet", texts.promised(mark), whole);
}

/** The carrier has not said yet when it tries again. */
function isBeforeFailure({ eta, setback, time_zone: timeZone, destination }: PublicTrackingView): boolean {
  if (!eta || setback?.kind !== "attempt_failed") return false;
  const expected = { at: eta.delivery ? Date.parse(eta.delivery) : null, day: eta.delivery_date ?? null };
  const zone = timeZone ?? (destination && solarZone(destination.longitude));
  return !isNextAttempt(expected, Date.parse(setback.occurred_at), zone);
}
