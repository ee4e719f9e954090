import { correctedCode } from "../../delivery/lifecycle/state/correction.ts";
import type { PublicTrackingView } from "../../delivery/lifecycle/tracking/public-schema.ts";
import { html } from "../serving/html.ts";
import { timeTag } from "./html.ts";
import type { Texts } from "./texts/en.ts";
import type { PageWords } from "./texts.ts";

/** The history of the delivery. */

export function isErased({ redacted_at: redactedAt }: PublicTrackingView): boolean {
  return redactedAt !== null;
}

/** Nothing of what was erased is told. */
export function detailsOf(view: PublicTrackingView, words: PageWords): string {
  return isErased(view) ? "" : historyOf(view, words);
}

function historyOf(view: PublicTrackingView, { language, texts }: PageWords): string {
  const { entries, driver, carrier_tracking: own, time_zone: timeZone } = view;
  // A parcel that was handed in at a counter met no driver.
  const isParcel = driver === null && own !== null;
  const said = isParcel ? { ...texts, happened: { ...texts.happened, picked_up: texts.withCarrier } } : texts;
  const lines = entries.map((entry) => ({ at: entry.occurred_at, words: wordsOf(entry, said) }));
  const items = lines
    .filter(({ words }, index) => words !== lines[index - 1]?.words)
    .map(({ at, words }) => `<li>${timeTag(at, language, timeZone)}<span>${html(words)}</span></li>`);
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
