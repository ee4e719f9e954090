import { isFinal } from "../../delivery/lifecycle/status.ts";
import type { ReasonCode, Status, Substatus, VehicleType } from "../../delivery/model.ts";
import type { PublicTrackingView } from "../../delivery/tracking/schema.ts";

/**
 * The recipient's page. It is complete without a script, for old browsers. The script in `recipient.ts` adds a map and
 * live updates: it replaces the elements that have an id with those of a newer page.
 */

const refreshSeconds = 15;

/** URLs of script and style, and the meta element that names the tile server. */
export interface PageParts {
  script: string;
  style: string;
  tiles: string;
}

/** Headlines that name nobody; those of the other statuses are in `headlineOf`. */
const headlines: Partial<Record<Status, string>> = {
  in_transit: "Your parcel is on its way",
  delivered: "Your parcel was delivered",
  cancelled: "Your delivery was cancelled",
  expired: "Delayed: a new time is being arranged",
  returning: "Your parcel is on its way back to the sender",
  returned: "Your parcel was returned to the sender",
};

const details = {
  awaiting_carrier: "Waiting for the carrier to confirm.",
  confirmed: "The carrier has confirmed.",
  en_route_to_pickup: "The driver is on the way to the pickup.",
  at_pickup: "The driver is collecting your parcel.",
  picked_up: "The driver has your parcel.",
  en_route_to_delivery: "The driver is on the way to you.",
  at_delivery: "The driver is at your door.",
} as const satisfies Record<Substatus, string>;

/** What the driver comes with, after the name. */
const vehicles: Record<VehicleType, string> = {
  on_foot: "on foot",
  bicycle: "by bicycle",
  cargo_bike: "by cargo bike",
  motorbike: "by motorbike",
  car: "by car",
  van: "by van",
  truck: "by truck",
};

/** History entries in the recipient's words; the others keep the message of the entry. */
const happened: Partial<Record<Status | Substatus, string>> = {
  created: "The delivery was announced.",
  quoted: "The delivery was announced.",
  expired: "Delayed: a new time is being arranged.",
  awaiting_carrier: "Waiting for the carrier to confirm.",
  confirmed: "The carrier confirmed the delivery.",
  en_route_to_pickup: "The driver set out to the pickup.",
  at_pickup: "The driver arrived at the pickup.",
  picked_up: "The driver collected your parcel.",
  en_route_to_delivery: "The driver set out to you.",
  at_delivery: "The driver arrived at your door.",
  returned: "Your parcel was returned to the sender.",
};

/** Why the delivery failed. For other reasons the history has the carrier's message. */
const reasons: Partial<Record<ReasonCode, string>> = {
  recipient_unavailable: "Nobody was there to receive it.",
  recipient_refused: "It was refused at the door.",
  verification_failed: "The recipient could not be verified.",
  age_check_failed: "The recipient's age could not be verified.",
  address_not_found: "The driver could not find the address.",
  access_restricted: "The driver could not reach your door.",
  damaged: "Damaged in transit.",
  lost: "Lost in transit.",
  vehicle_breakdown: "Vehicle breakdown.",
  weather: "Bad weather.",
};

/** Statuses in which the recipient should contact the sender. */
const needsSender: readonly Status[] = ["expired", "cancelled", "failed", "returning", "returned"];

/** The stages of a successful delivery, and the stage of each status. */
const stages = ["Announced", "Confirmed", "On the way", "Delivered"] as const;
const stageOf: Partial<Record<Status, number>> = {
  created: 0,
  quoted: 0,
  assigned: 1,
  in_transit: 2,
  delivered: 3,
};

export function trackingPage(view: PublicTrackingView, token: string, parts: PageParts): string {
  const isOver = isFinal(view.status);
  const sections = [
    view.environment === "sandbox" ? `<p class="sandbox">Sandbox: this delivery is simulated.</p>` : "",
    `<div aria-live="polite"><section id="summary" class="card" data-tone="${toneOf(view.status)}">${summaryOf(view)}</section></div>`,
    mapOf(view, token),
    `<div id="details">${detailsOf(view)}</div>`,
    `<footer>Tracking number <code>${html(view.tracking_number)}</code></footer>`,
  ];
  const refresh = `<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`;
  return page(`${headlineOf(view)} – ${view.tracking_number}`, sections.join("\n"), {
    ...parts,
    head: isOver ? "" : refresh,
  });
}

/** The page for an unknown tracking link. */
export function unknownPage(parts: PageParts): string {
  const sentence = "The link may be incomplete, or the delivery was deleted. Contact the sender.";
  return noticePage("Delivery not found", sentence, parts);
}

/** The page for a link that was ended, or whose delivery is long over. */
export function endedPage(parts: PageParts): string {
  const sentence = "It no longer shows this delivery. Contact the sender if you have a question about it.";
  return noticePage("This link has ended", sentence, parts);
}

function noticePage(title: string, sentence: string, parts: PageParts): string {
  const main = `<section class="card"><h1>${title}</h1><p>${sentence}</p></section>`;
  return page(title, main, { ...parts, head: "" });
}

function page(title: string, main: string, parts: PageParts & { head: string }): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">${parts.head}${parts.tiles}
<title>${html(title)}</title>
<link rel="stylesheet" href="${parts.style}"><script type="module" src="${parts.script}"></script></head>
<body><main>${main}</main></body></html>`;
}

function summaryOf(view: PublicTrackingView): string {
  const isOver = isFinal(view.status);
  const reason = view.failure_reason && reasons[view.failure_reason];
  return [
    `<h1>${html(headlineOf(view))}${headlineTime(view)}</h1>`,
    reason ? `<p>${html(reason)}</p>` : "",
    needsSender.includes(view.status) ? `<p>${html(`Contact ${view.sender} about this delivery.`)}</p>` : "",
    view.substatus && !view.stops_before ? `<p>${details[view.substatus]}</p>` : "",
    stopsBeforeOf(view),
    !isOver && view.eta?.delivery ? `<p class="eta">Expected ${timeTag(view.eta.delivery)}</p>` : "",
    stagesOf(view.status),
    isErased(view)
      ? "<p>This delivery has ended, and its details were erased.</p>"
      : `<p class="quiet">${html(`For ${view.recipient} in ${view.town}`)}${carriedBy(view)}</p>`,
  ].join("");
}

function isErased({ redacted_at: redactedAt }: PublicTrackingView): boolean {
  return redactedAt !== null;
}

/** Nothing of what was erased is told, not even that there was a proof. */
function detailsOf(view: PublicTrackingView): string {
  return isErased(view) ? "" : `${proofOf(view)}${historyOf(view)}`;
}

/** Only while it is known: the driver of an own fleet, with the goods. */
function stopsBeforeOf({ stops_before: stops, substatus }: PublicTrackingView): string {
  if (stops === null || substatus === "at_delivery") return "";
  if (stops === 0) return `<p class="stops">You are the next stop.</p>`;
  return `<p class="stops">${stops === 1 ? "1 stop" : `${stops} stops`} before you.</p>`;
}

function headlineOf({ status, sender, carrier, failure_reason }: PublicTrackingView): string {
  if (status === "assigned") return `${carrier ?? "The carrier"} will collect your parcel`;
  if (status === "failed") {
    return failure_reason === "damaged" || failure_reason === "lost"
      ? `Your parcel was ${failure_reason}`
      : "Your parcel could not be delivered";
  }
  return headlines[status] ?? `${sender} is preparing your delivery`;
}

/** ` at 14:05` before the pickup, `, 15:20` after the delivery. */
function headlineTime({ status, substatus, eta, entries }: PublicTrackingView): string {
  if (status === "assigned" && substatus !== "at_pickup" && eta?.pickup) return ` at ${timeTag(eta.pickup)}`;
  const last = entries.at(-1);
  return status === "delivered" && last ? `, ${timeTag(last.occurred_at)}` : "";
}

function stagesOf(status: Status): string {
  const reached = stageOf[status];
  if (reached === undefined) return "";
  const items = stages.map((name, index) => {
    const isDone = index <= reached;
    return `<li${isDone ? ' class="done"' : ""}${index === reached ? ' aria-current="step"' : ""}>${name}</li>`;
  });
  return `<ol class="stages">${items.join("")}</ol>`;
}

function toneOf(status: Status): string {
  if (status === "delivered") return "good";
  return status in stageOf ? "busy" : "warn";
}

/** Hidden until the script has drawn the map. */
function mapOf({ status, destination, town, position }: PublicTrackingView, token: string): string {
  const isMoving = status === "assigned" || status === "in_transit";
  if (isFinal(status)) return "";
  const place = destination ? ` data-destination="${destination.latitude},${destination.longitude}"` : "";
  const driver = position && isMoving ? ` data-driver="${position.latitude},${position.longitude}"` : "";
  return `<div id="map" class="card" role="region" aria-label="Map" data-town="${html(town)}"${place}${driver} data-stream="/api/v1/track/${token}/stream" hidden></div>`;
}

function carriedBy({ carrier, driver, vehicle }: PublicTrackingView): string {
  if (carrier === null) return "";
  if (driver === null) return html(` · ${carrier}`);
  const how = vehicle !== null && vehicle in vehicles ? ` ${vehicles[vehicle as VehicleType]}` : "";
  return html(` · ${carrier} (${driver}${how})`);
}

function proofOf({ proof_of_delivery: proof }: PublicTrackingView): string {
  if (!proof) return "";
  const signature = proof.signature_url ? [{ url: proof.signature_url, name: "Signature" }] : [];
  const photos = proof.photo_urls.map((url) => ({ url, name: "Photo of the delivery" }));
  const figures = [...signature, ...photos].map(
    ({ url, name }) =>
      `<figure><img src="${html(new URL(url).pathname)}" alt="${name}"><figcaption>${name}</figcaption></figure>`,
  );
  return `<section class="card"><h2>Proof of delivery</h2><div class="figures">${figures.join("")}</div></section>`;
}

function historyOf({ entries }: PublicTrackingView): string {
  const lines = entries.map(({ status, substatus, message, occurred_at }) => ({
    at: occurred_at,
    words: happened[substatus ?? status] ?? message,
  }));
  const items = lines
    .filter(({ words }, index) => words !== lines[index - 1]?.words)
    .map(({ at, words }) => `<li>${timeTag(at)}<span>${html(words)}</span></li>`);
  return `<section class="card"><h2>History</h2><ol class="history">${items.reverse().join("")}</ol></section>`;
}

function timeTag(timestamp: string): string {
  return `<time datetime="${timestamp}">${timestamp.slice(0, 16).replace("T", " ")} UTC</time>`;
}

/** Escapes text for HTML. */
function html(text: string): string {
  return Bun.escapeHTML(text);
}
