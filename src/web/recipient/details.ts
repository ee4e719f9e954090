import { correctedCode } from "../../delivery/lifecycle/correction.ts";
import type { PublicTrackingView } from "../../delivery/tracking/public-schema.ts";
import { html } from "../serving/html.ts";
import { timeTag } from "./html.ts";
import type { Texts } from "./texts/en.ts";

/** What became of the delivery: its proof and its history. */

export function isErased({ redacted_at: redactedAt }: PublicTrackingView): boolean {
  return redactedAt !== null;
}

/** Nothing of what was erased is told, not even that there was a proof. */
export function detailsOf(view: PublicTrackingView, texts: Texts): string {
  return isErased(view) ? "" : `${proofOf(view, texts)}${historyOf(view, texts)}`;
}

function proofOf({ proof_of_delivery: proof }: PublicTrackingView, texts: Texts): string {
  if (!proof) return "";
  const signature = proof.signature_url ? [{ url: proof.signature_url, name: texts.signature }] : [];
  const photos = proof.photo_urls.map((url) => ({ url, name: texts.photo }));
  const figures = [...signature, ...photos].map(
    ({ url, name }) =>
      `<figure><img src="${html(new URL(url).pathname)}" alt="${name}"><figcaption>${name}</figcaption></figure>`,
  );
  if (figures.length === 0) return "";
  return `<section class="card"><h2>${texts.proof}</h2><div class="figures">${figures.join("")}</div></section>`;
}

function historyOf({ entries, driver, carrier_tracking: own }: PublicTrackingView, texts: Texts): string {
  // A parcel that was handed in at a counter met no driver.
  const isParcel = driver === null && own !== null;
  const said = isParcel ? { ...texts, happened: { ...texts.happened, picked_up: texts.withCarrier } } : texts;
  const lines = entries.map((entry) => ({ at: entry.occurred_at, words: wordsOf(entry, said) }));
  const items = lines
    .filter(({ words }, index) => words !== lines[index - 1]?.words)
    .map(({ at, words }) => `<li>${timeTag(at)}<span>${html(words)}</span></li>`);
  return `<section class="card"><h2>${texts.history}</h2><ol class="history">${items.reverse().join("")}</ol></section>`;
}

function wordsOf(entry: PublicTrackingView["entries"][number], texts: Texts): string {
  const { status, substatus, code, message } = entry;
  const [happened, reasons]: Record<string, string>[] = [texts.happened, texts.reasons];
  // Scans and failed attempts stand beside the state, which does not change. What a carrier scans only it can say.
  if (code === correctedCode) return `${texts.corrected}: ${happened?.[substatus ?? status] ?? message}`;
  const isBeside = code !== null && (status === "assigned" || status === "in_transit");
  if (isBeside) return reasons?.[code] ?? message;
  return happened?.[substatus ?? (status === "quoted" ? "created" : status)] ?? message;
}
