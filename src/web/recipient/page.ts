import type { ReasonCode } from "../../delivery/shipments/shipment.ts";
import { isFinal, type Status, type Substatus } from "../../delivery/shipments/status.ts";
import type { PublicTrackingView } from "../../delivery/tracking/schema.ts";

/**
 * The recipient's page: whole without any script, for those who read it in an old browser. With its script, in
 * `recipient.ts`, it has a map and is up to date; what has an id here the script takes from a newer page.
 */

const refreshSeconds = 15;

/** What the page loads, and the meta element that names a server of map tiles. */
export interface PageParts {
  script: string;
  style: string;
  tiles: string;
}

const headlines = {
  created: "We are looking for a driver",
  quoted: "We are looking for a driver",
  assigned: "A carrier will pick your parcel up",
  in_transit: "Your parcel is on its way",
  delivered: "Your parcel was delivered",
  cancelled: "The delivery was cancelled",
  expired: "The delivery is on hold",
  failed: "The delivery failed",
  returning: "Your parcel is on its way back",
  returned: "Your parcel went back to the sender",
} as const satisfies Record<Status, string>;

const details = {
  awaiting_carrier: "The carrier has been asked.",
  confirmed: "The carrier has confirmed.",
  en_route_to_pickup: "The driver is on the way to the pickup.",
  at_pickup: "The driver is picking it up.",
  picked_up: "The driver has picked it up.",
  en_route_to_delivery: "The driver is on the way to you.",
  at_delivery: "The driver is at your door.",
} as const satisfies Record<Substatus, string>;

/** What happened, for whoever waits for it; elsewhere what the carrier said of it. */
const happened: Partial<Record<Status | Substatus, string>> = {
  created: "We are looking for a driver.",
  quoted: "We are looking for a driver.",
  awaiting_carrier: "A carrier was asked to bring it.",
  confirmed: "The carrier will bring it.",
  en_route_to_pickup: "The driver set out to pick it up.",
  at_pickup: "The driver arrived to pick it up.",
  picked_up: "The driver has your parcel.",
  en_route_to_delivery: "The driver set out to you.",
  at_delivery: "The driver arrived at your door.",
  returned: "Your parcel was handed back to the sender.",
};

/** Why a recipient did not get it; of other reasons the history has the carrier's own words. */
const reasons: Partial<Record<ReasonCode, string>> = {
  recipient_unavailable: "Nobody was there to take it.",
  recipient_refused: "It was refused at the door.",
  verification_failed: "The recipient could not be verified.",
  age_check_failed: "The recipient's age could not be verified.",
  address_not_found: "The driver did not find the address.",
  access_restricted: "The driver could not get to the door.",
  damaged: "It was damaged on the way.",
  lost: "It was lost on the way.",
  vehicle_breakdown: "The vehicle broke down.",
  weather: "The weather did not allow it.",
};

/** What a recipient can do where it did not go well; the sender's name follows "Ask". */
const remedies: Partial<Record<Status, string>> = {
  expired: "who sent it, when it will come.",
  cancelled: "who sent it, if you still wait for it.",
  failed: "who sent it, what happens next.",
  returning: "who sent it, to send it again.",
  returned: "who sent it, to send it again.",
};

/** The stages of a delivery that goes well, and where each state stands among them. */
const stages = ["Announced", "Carrier found", "On the way", "Delivered"] as const;
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
    `<div id="details">${proofOf(view)}${historyOf(view)}</div>`,
    `<footer>Tracking number <code>${html(view.tracking_number)}</code></footer>`,
  ];
  const refresh = `<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`;
  return page(`${headlines[view.status]} – ${view.tracking_number}`, sections.join("\n"), {
    ...parts,
    head: isOver ? "" : refresh,
  });
}

/** For a link that leads nowhere. */
export function unknownPage(parts: PageParts): string {
  const main =
    `<section class="card"><h1>There is no such delivery</h1>` +
    "<p>The link may be incomplete, or the delivery was removed. Ask who sent it to you.</p></section>";
  return page("No such delivery", main, { ...parts, head: "" });
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
  const arrival = view.status === "delivered" ? view.entries.at(-1) : undefined;
  const reason = view.failure_reason && reasons[view.failure_reason];
  const remedy = remedies[view.status];
  return [
    `<h1>${headlines[view.status]}${arrival ? `, ${timeTag(arrival.occurred_at)}` : ""}</h1>`,
    reason ? `<p>${html(reason)}</p>` : "",
    remedy ? `<p>${html(`Ask ${view.sender}, ${remedy}`)}</p>` : "",
    view.substatus ? `<p>${details[view.substatus]}</p>` : "",
    !isOver && view.eta?.delivery ? `<p class="eta">Expected ${timeTag(view.eta.delivery)}</p>` : "",
    stagesOf(view.status),
    `<p class="quiet">${html(`For ${view.recipient} in ${view.town}`)}${carriedBy(view)}</p>`,
  ].join("");
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

/** Hidden until a script has drawn something in it. */
function mapOf({ status, destination, town, position }: PublicTrackingView, token: string): string {
  const isMoving = status === "assigned" || status === "in_transit";
  if (isFinal(status)) return "";
  const place = destination ? ` data-destination="${destination.latitude},${destination.longitude}"` : "";
  const driver = position && isMoving ? ` data-driver="${position.latitude},${position.longitude}"` : "";
  return `<div id="map" class="card" role="region" aria-label="Map" data-town="${html(town)}"${place}${driver} data-stream="/api/v1/track/${token}/stream" hidden></div>`;
}

function carriedBy({ carrier, driver }: PublicTrackingView): string {
  if (carrier === null) return "";
  return html(driver === null ? `, by ${carrier}` : `, by ${driver} of ${carrier}`);
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
  const told = entries.map(({ status, substatus, message, occurred_at }) => ({
    at: occurred_at,
    words: happened[substatus ?? status] ?? message,
  }));
  const items = told
    .filter(({ words }, index) => words !== told[index - 1]?.words)
    .map(({ at, words }) => `<li>${timeTag(at)}<span>${html(words)}</span></li>`);
  return `<section class="card"><h2>What happened</h2><ol class="history">${items.reverse().join("")}</ol></section>`;
}

function timeTag(timestamp: string): string {
  return `<time datetime="${timestamp}">${timestamp.slice(0, 16).replace("T", " ")} UTC</time>`;
}

/** Text made safe to stand in HTML. */
function html(text: string): string {
  return Bun.escapeHTML(text);
}
