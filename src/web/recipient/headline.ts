import type { PublicTrackingView } from "../../delivery/lifecycle/tracking/public-schema.ts";
import { html } from "../serving/html.ts";
import { mark, timeTag, withHtml } from "./html.ts";
import { setbackTitle } from "./setback.ts";
import type { Texts } from "./texts/en.ts";
import type { PageWords } from "./texts.ts";

/** The headline of the recipient's page. */

/** The sentence above all others, not escaped. */
export function headlineOf(view: PublicTrackingView, texts: Texts): string {
  const { status, sender, carrier, failure_reason } = view;
  switch (status) {
    case "created":
    case "quoted":
      return texts.preparing(sender);
    case "assigned":
      if (isUnconfirmed(view) || isBroughtToCarrier(view)) return texts.preparing(sender);
      return texts.willCollect(carrier ?? texts.theCarrier);
    case "in_transit":
      return view.setback ? setbackTitle(view.setback, texts) : texts.onItsWay;
    case "failed":
      return failure_reason === "damaged" || failure_reason === "lost" ? texts[failure_reason] : texts.failed;
    case "expired":
      return texts.delayed;
    case "delivered":
    case "cancelled":
    case "returning":
    case "returned":
      return texts[status];
  }
}

/** A parcel carrier has sold a label, and nobody comes at a time to collect. */
function isBroughtToCarrier({ carrier_tracking, eta }: PublicTrackingView): boolean {
  return carrier_tracking !== null && !eta?.pickup;
}

/** As HTML, with the time of the pickup until then, and of the delivery after it. @param now milliseconds since 1970 */
export function headingOf(view: PublicTrackingView, { language, texts }: PageWords, now: number): string {
  const { status, substatus, carrier, eta, entries, time_zone: timeZone } = view;
  const last = entries.at(-1);
  if (status === "delivered" && last)
    return h1(withHtml(texts.deliveredAt(mark), timeTag(last.occurred_at, language, timeZone)));
  const headline = html(headlineOf(view, texts));
  if (status !== "assigned" || isUnconfirmed(view) || substatus === "at_pickup" || !eta?.pickup)
    return h1(headline);
  const isSoon = isToday(eta.pickup, timeZone, now);
  const time = timeTag(eta.pickup, language, timeZone, isSoon);
  // Other times have their day, and "at Monday" is no sentence.
  if (!isSoon) return `${h1(headline)}<p class="pickup">${time}</p>`;
  return h1(withHtml(texts.willCollectAt(carrier ?? texts.theCarrier, mark), time));
}

const h1 = (content: string) => `<h1>${content}</h1>`;

/** A carrier is chosen, and may still decline. */
export function isUnconfirmed({ status, substatus }: PublicTrackingView): boolean {
  return status === "assigned" && substatus === "awaiting_carrier";
}

/** False where times are the reader's, whose day the server does not know. */
function isToday(timestamp: string, timeZone: string | null, now: number): boolean {
  if (timeZone === null) return false;
  const dayOf = (at: number) => new Date(at).toLocaleDateString("en", { timeZone });
  return dayOf(Date.parse(timestamp)) === dayOf(now);
}
