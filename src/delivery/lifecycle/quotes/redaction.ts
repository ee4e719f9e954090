import type { Writing } from "../../../infra/deps.ts";
import { redactedText } from "../state/redacted.ts";
import { quoteStore } from "./store.ts";

/** Erases why carriers made no offer: they say it in their own words. Offers and prices stay. */
export function redactQuoting({ tx }: Writing, shipmentId: string): void {
  const quotes = quoteStore(tx);
  for (const round of quotes.rounds(shipmentId)) {
    if (round.unavailable.length === 0) continue;
    const unavailable = round.unavailable.map((refusal) => ({ ...refusal, message: redactedText }));
    quotes.updateRound(round, { unavailable });
  }
}
