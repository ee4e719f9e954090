import { isFinal, type Status, type Substatus } from "../shipments/status.ts";
import type { PublicTrackingView } from "./schema.ts";

/** The recipient's page: plain HTML that brings itself up to date, without any script. */

const refreshSeconds = 10;

const headlines = {
  created: "We are looking for a carrier",
  quoted: "We are looking for a carrier",
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
  en_route_to_pickup: "The driver is on the way to the pick-up.",
  at_pickup: "The driver is picking it up.",
  picked_up: "The driver has picked it up.",
  en_route_to_delivery: "The driver is on the way to you.",
  at_delivery: "The driver is at your door.",
} as const satisfies Record<Substatus, string>;

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 36rem; margin: 0 auto; padding: 1.5rem 1rem; }
  h1 { font-size: 1.6rem; line-height: 1.2; margin: 1rem 0 .25rem; }
  progress { width: 100%; height: .75rem; margin: 1rem 0; accent-color: #0b6bcb; }
  ol { padding-left: 0; list-style: none; border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
  li { display: flex; gap: 1rem; padding: .5rem 0;
       border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
  time { white-space: nowrap; font-variant-numeric: tabular-nums; opacity: .75; }
  img { max-width: 100%; border-radius: .5rem; background: #fff; margin: .5rem 0; }
  .sandbox { background: #ffb020; color: #000; padding: .35rem .75rem; border-radius: .5rem; }`;

export function trackingPage(view: PublicTrackingView): string {
  const headline = headlines[view.status];
  const over = isFinal(view.status);
  const parts = [
    view.environment === "sandbox" ? `<p class="sandbox">Sandbox: this delivery is simulated.</p>` : "",
    `<h1>${headline}</h1>`,
    view.substatus ? `<p>${details[view.substatus]}</p>` : "",
    `<p>${html(`For ${view.recipient} in ${view.town}`)}${carriedBy(view)}</p>`,
    view.status === "in_transit" || view.status === "delivered"
      ? `<progress max="100" value="${view.progress.percent}" aria-label="Share of the way"></progress>`
      : "",
    !over && view.eta?.delivery ? `<p>Expected ${timeTag(view.eta.delivery)}</p>` : "",
    proofOf(view),
    `<h2>What happened</h2><ol>${view.entries.map(entryItem).reverse().join("")}</ol>`,
    `<p>Tracking number ${html(view.tracking_number)}</p>`,
  ];
  const title = `${headline} – ${view.tracking_number}`;
  return page(title, parts.join("\n"), over ? "" : `<meta http-equiv="refresh" content="${refreshSeconds}">`);
}

/** For a link that leads nowhere. */
export function unknownPage(): string {
  return page(
    "No such delivery",
    "<h1>There is no such delivery</h1><p>The link may be incomplete, or the delivery was removed. Ask who sent it to you.</p>",
    "",
  );
}

function page(title: string, main: string, head: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${head}
<title>${html(title)}</title><style>${style}</style></head>
<body><main>${main}</main></body></html>`;
}

function carriedBy({ carrier, driver }: PublicTrackingView): string {
  if (carrier === null) return "";
  return html(driver === null ? `, by ${carrier}` : `, by ${driver} of ${carrier}`);
}

function proofOf({ proof_of_delivery: proof }: PublicTrackingView): string {
  if (!proof) return "";
  const signature = proof.signature_url ? [{ url: proof.signature_url, alt: "Signature" }] : [];
  const photos = proof.photo_urls.map((url) => ({ url, alt: "Photo of the delivery" }));
  const images = [...signature, ...photos].map(
    ({ url, alt }) => `<img src="${html(new URL(url).pathname)}" alt="${alt}" width="480">`,
  );
  return `<h2>Proof of delivery</h2>${images.join("")}`;
}

function entryItem(entry: PublicTrackingView["entries"][number]): string {
  return `<li>${timeTag(entry.occurred_at)}<span>${html(entry.message)}</span></li>`;
}

function timeTag(timestamp: string): string {
  return `<time datetime="${timestamp}">${timestamp.slice(0, 16).replace("T", " ")} UTC</time>`;
}

/** Text made safe to stand in HTML. */
function html(text: string): string {
  return Bun.escapeHTML(text);
}
