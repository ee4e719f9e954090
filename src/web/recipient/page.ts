import { isFinal } from "../../delivery/lifecycle/state/status.ts";
import type { PublicTrackingView } from "../../delivery/lifecycle/tracking/public-schema.ts";
import type { Status } from "../../delivery/model/model.ts";
import { directionOf } from "../language/language.ts";
import { html } from "../serving/html.ts";
import { type Answer, instructionsOf, pinOf, proofOf, ratingOf } from "./answers.ts";
import { detailsOf, isErased } from "./details.ts";
import { expectedOf } from "./expected.ts";
import { headingOf, headlineOf, isUnconfirmed } from "./headline.ts";
import { part } from "./html.ts";
import { contactLinks, senderLine } from "./sender.ts";
import { setbackOf } from "./setback.ts";
import { stageOf, stagesOf } from "./stages.ts";
import type { Texts } from "./texts/en.ts";
import type { PageWords } from "./texts.ts";
import { wayOf } from "./way.ts";

/**
 * The recipient's page. It is complete without a script, for old browsers. The script in `recipient.ts` adds a map and
 * live updates: it replaces the elements that have an id with those of a newer page.
 */

const refreshSeconds = 15;

/** URLs of script and style, and the meta elements that tell the script where maps come from. */
export interface PageParts {
  script: string;
  style: string;
  metas: string;
}

/** Statuses in which the recipient should contact the sender. */
const needsSender: readonly Status[] = ["expired", "cancelled", "failed", "returning", "returned"];

/** The link, the time in milliseconds since 1970, and what came of a form that was sent or opened. */
interface PageRead {
  token: string;
  now: number;
  answer?: Answer | undefined;
}

export function trackingPage(
  tracking: PublicTrackingView,
  { token, now, answer }: PageRead,
  words: PageWords,
  parts: PageParts,
): string {
  const { texts } = words;
  const reading = { token, texts, answer };
  const view = directionOf(words.language) === "rtl" ? withIsolatedNames(tracking) : tracking;
  const sections = [
    view.environment === "sandbox" ? `<p class="sandbox">${texts.sandbox}</p>` : "",
    senderLine(view),
    `<div aria-live="polite"><section id="summary" class="card" data-tone="${toneOf(view)}">${summaryOf(view, words, now)}</section></div>`,
    pinOf(view, reading),
    mapOf(view, texts, token),
    wayOf(view, words, now),
    ratingOf(view, reading),
    instructionsOf(view, reading),
    proofOf(view, reading),
    `<div id="details">${detailsOf(view, words)}</div>`,
    contactOf(view, texts),
    timeZoneOf(view, words, now),
    `<footer><p>${texts.trackingNumber} <code>${html(view.tracking_number)}</code></p><button type="button" id="share" data-done="${texts.pin.copied}" hidden>${texts.share}</button></footer>`,
  ];
  const refresh = `<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`;
  const color = view.brand?.color ? `<link rel="stylesheet" href="/t/${token}/brand.css">` : "";
  return page(`${headlineOf(view, texts)} – ${view.tracking_number}`, sections.join("\n"), words, {
    ...parts,
    // What somebody types would be gone.
    head: isFinal(view.status) || answer ? "" : refresh,
    color,
  });
}

/** Names keep their own direction in a sentence: Unicode's FSI and PDI, https://unicode.org/reports/tr9/. */
function withIsolatedNames(view: PublicTrackingView): PublicTrackingView {
  const isolated = (name: string) => `\u2068${name}\u2069`;
  const { sender, recipient, town, carrier, driver } = view;
  return {
    ...view,
    sender: isolated(sender),
    recipient: isolated(recipient),
    town: isolated(town),
    carrier: carrier && isolated(carrier),
    driver: driver && isolated(driver),
  };
}

/** The page for an unknown tracking link. */
export function unknownPage(words: PageWords, parts: PageParts): string {
  return noticePage(words.texts.unknownTitle, words.texts.unknown, words, parts);
}

/** The page for a link that was ended, or whose delivery is long over. */
export function endedPage(words: PageWords, parts: PageParts): string {
  return noticePage(words.texts.endedTitle, words.texts.ended, words, parts);
}

function noticePage(title: string, sentence: string, words: PageWords, parts: PageParts): string {
  const main = `<section class="card"><h1>${title}</h1><p>${sentence}</p></section>`;
  return page(title, main, words, { ...parts, head: "", color: "" });
}

function page(
  title: string,
  main: string,
  { language }: PageWords,
  parts: PageParts & { head: string; color: string },
): string {
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">${parts.head}${parts.metas}
<title>${html(title)}</title>
<link rel="stylesheet" href="${parts.style}">${parts.color}<script type="module" src="${parts.script}"></script></head>
<body><main>${main}</main></body></html>`;
}

function summaryOf(view: PublicTrackingView, words: PageWords, now: number): string {
  const { texts } = words;
  const reasons: Record<string, string> = texts.reasons;
  const reason = view.failure_reason && reasons[view.failure_reason];
  return [
    headingOf(view, words, now),
    reason ? `<p>${reason}</p>` : "",
    needsSender.includes(view.status)
      ? `<p>${html(texts.contactSender(view.sender))}</p>${contactLinks(view)}`
      : "",
    setbackOf(view, texts),
    nowOf(view, texts),
    stopsBeforeOf(view, texts),
    expectedOf(view, words, now),
    stagesOf(isUnconfirmed(view) ? 0 : stageOf[view.status], texts),
    isErased(view)
      ? `<p>${texts.erased}</p>`
      : `<p class="quiet">${html(texts.recipient(view.recipient, view.town))}${carriedBy(view, texts)}</p>${carrierPageOf(view, texts)}`,
  ].join("");
}

/** The script shows it to who is elsewhere, and writes the times as they are at the address. */
function timeZoneOf(
  { time_zone: timeZone }: PublicTrackingView,
  { language, texts }: PageWords,
  now: number,
): string {
  if (timeZone === null) return "";
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: "long" }).formatToParts(now);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  return `<p id="time-zone" class="quiet" data-zone="${html(timeZone)}" hidden>${html(texts.timeZone(name))}</p>`;
}

/** Where the sender is not named in the summary already. */
function contactOf(view: PublicTrackingView, texts: Texts): string {
  const links = needsSender.includes(view.status) ? "" : contactLinks(view);
  return part("contact", links && `<h2>${texts.questions}</h2>${links}`);
}

/** Only while it is known: the driver of an own fleet, with the goods. */
function stopsBeforeOf({ stops_before: stops, substatus }: PublicTrackingView, texts: Texts): string {
  if (stops === null || substatus === "at_delivery") return "";
  return `<p class="stops">${stops === 0 ? texts.nextStop : texts.stopsBefore(stops)}</p>`;
}

/** Where the driver is. A carrier without one has the goods in a depot or a van. */
function nowOf(view: PublicTrackingView, texts: Texts): string {
  const { substatus, driver, carrier_tracking: own, setback, stops_before: stops } = view;
  if (substatus === null || stops || setback) return "";
  const isParcel = substatus === "picked_up" && driver === null && own !== null;
  return `<p>${isParcel ? texts.withCarrier : texts.now[substatus]}</p>`;
}

function toneOf({ status, setback }: PublicTrackingView): string {
  if (setback) return "warn";
  if (status === "delivered") return "good";
  return status in stageOf ? "busy" : "warn";
}

/** Hidden until the script has drawn the map. */
function mapOf({ status, destination, town, position }: PublicTrackingView, texts: Texts, token: string) {
  const isMoving = status === "assigned" || status === "in_transit";
  if (isFinal(status)) return "";
  const place = destination ? ` data-destination="${destination.latitude},${destination.longitude}"` : "";
  const driver = position && isMoving ? ` data-driver="${position.latitude},${position.longitude}"` : "";
  return `<div id="map" class="card" dir="ltr" role="region" aria-label="${texts.map}" data-town="${html(town)}"${place}${driver} data-stream="/api/v1/track/${token}/stream" hidden></div>`;
}

function carriedBy({ carrier, driver, vehicle }: PublicTrackingView, texts: Texts): string {
  if (carrier === null) return "";
  if (driver === null) return html(` · ${carrier}`);
  const vehicles: Record<string, string> = texts.vehicles;
  const how = vehicle === null ? undefined : vehicles[vehicle];
  return html(` · ${carrier} (${driver}${how ? `, ${how}` : ""})`);
}

/** The carrier's own page and numbers, for who wants to know more. */
function carrierPageOf({ carrier, carrier_tracking: own }: PublicTrackingView, texts: Texts): string {
  if (own === null || carrier === null) return "";
  const numbers = own.numbers.map((number) => `<code>${html(number)}</code>`).join(" ");
  const link = own.url
    ? `<a href="${html(own.url)}" target="_blank" rel="noopener noreferrer">${html(texts.carrierPage(carrier))}</a>`
    : html(carrier);
  return `<p class="quiet">${link} <bdi>${html(own.service)}</bdi> ${numbers}</p>`;
}
