import type { QuoteAnswer } from "../../carriers/carrier.ts";
import type { CarrierIdentity, Service } from "../../model/model.ts";

/** Which carriers and services a shipment or an acceptance wants. */

/** How many carriers, and how many services, one can name. */
export const picksMax = 20;

/** Undefined and null: all. */
export interface Picks {
  /** Ids, or codes, which mean every carrier of that code. */
  carriers?: readonly string[] | null | undefined;
  /** Codes. */
  services?: readonly string[] | null | undefined;
}

export function isPickedCarrier({ carriers }: Picks, { id, code }: CarrierIdentity): boolean {
  return carriers == null || carriers.includes(id) || carriers.includes(code);
}

export function isPickedService({ services }: Picks, { code }: Pick<Service, "code">): boolean {
  return services == null || services.includes(code);
}

/** A carrier's answer without offers that nobody wants. */
export function pickedOf(picks: Picks, answer: QuoteAnswer): QuoteAnswer {
  if (answer.kind === "unavailable" || picks.services == null) return answer;
  return { ...answer, offers: answer.offers.filter(({ service }) => isPickedService(picks, service)) };
}
