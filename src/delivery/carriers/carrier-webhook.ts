import type { Tracked } from "./tracked.ts";

/** What a carrier sends to `/hooks/<carrier id>/<secret>`, and what its adapter reads from it. */

/** Where the carrier's server sends its webhooks. Whoever knows the secret can. */
export function webhookPath(carrierId: string, secret: string): string {
  return `/hooks/${carrierId}/${secret}`;
}

/** One delivery as it came. Header names are in lower case. */
export interface WebhookRequest {
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Names of a booking, as far as the carrier told them. */
export interface WebhookBooking {
  idempotencyKey?: string;
  bookingReference?: string;
  trackingNumber?: string;
}

/** The sentences are for the carrier's owner. `id` is the carrier's own of this webhook: one that comes again adds nothing. */
export type WebhookReading =
  /** Its signature is wrong, or it cannot be read. */
  | { kind: "refused"; reason: string }
  /** It is about no booking. */
  | { kind: "ignored"; reason: string }
  /** Nothing proves where it came from: Waybill asks the carrier what is true. */
  | { kind: "hint"; id?: string; booking: WebhookBooking }
  /** It is signed, so it counts. */
  | { kind: "tracked"; id?: string; booking: WebhookBooking; tracked: Tracked };
