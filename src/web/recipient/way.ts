import type { PublicTrackingView } from "../../delivery/lifecycle/tracking/public-schema.ts";
import { minuteMs } from "../../infra/units.ts";
import { compassPoint, metersBetween } from "../map/place.ts";
import { html } from "../serving/html.ts";
import type { PageWords } from "./texts.ts";

/** Where the driver is, in words: from what the link tells anybody, so they reveal no address. */

const metersPerKilometer = 1_000;
/** An estimate is told in steps, and not when it is further away. */
const minutesStep = 5;
const minutesMax = 60;
/** Nearer to the center of the town there is no direction. */
const centerMeters = 1_000;

/** The element with the sentences: beside the map, which nobody can hear; without it, in its place. */
export function wayOf(view: PublicTrackingView, words: PageWords, now: number): string {
  const text = sentencesOf(view, words, now).join(" ");
  return text === "" ? `<p id="way" hidden></p>` : `<p id="way" class="card">${html(text)}</p>`;
}

/** None while no driver is on the way to the recipient. @param now milliseconds since 1970 */
function sentencesOf(view: PublicTrackingView, { language, texts }: PageWords, now: number): string[] {
  const { status, substatus, setback, stops_before: stops, redacted_at: redactedAt } = view;
  const isComing = status === "in_transit" && substatus === "en_route_to_delivery" && !stops && !setback;
  if (!isComing || redactedAt !== null) return [];
  const { remaining_meters: meters } = view.progress;
  const number = new Intl.NumberFormat(`${language}-u-nu-latn`, { maximumFractionDigits: 1 });
  const minutes = minutesUntil(view, now);
  const point = pointFromCenter(view);
  return [
    meters === 0 ? texts.driverNear : "",
    meters ? texts.driverAway(number.format(meters / metersPerKilometer)) : "",
    minutes === undefined ? "" : texts.minutesAway(minutes),
    point === undefined ? "" : texts.driverAt(texts.compass[point] ?? "", view.town),
  ].filter(Boolean);
}

/** Who comes early waits until the promised window begins. */
function minutesUntil({ eta, window }: PublicTrackingView, now: number): number | undefined {
  if (!eta?.delivery) return undefined;
  const arrivesAt = Math.max(Date.parse(eta.delivery), window ? Date.parse(window.start) : 0);
  const minutes = Math.ceil((arrivesAt - now) / minuteMs / minutesStep) * minutesStep;
  return minutes > 0 && minutes <= minutesMax ? minutes : undefined;
}

/** Where the driver is, seen from the center of the town: eighths of a turn from north, clockwise. */
function pointFromCenter({ position, destination }: PublicTrackingView): number | undefined {
  if (!position || !destination || metersBetween(destination, position) < centerMeters) return undefined;
  return compassPoint(destination, position);
}
