import { bytesPerKb, dayMs, hourMs } from "../../../infra/units.ts";

/** The inbox of a carrier: what its server sends to the carrier's webhook address. */

export const carrierWebhookStatuses = [
  "received",
  "waiting",
  "applied",
  "ignored",
  "failed",
  "dismissed",
] as const;
/**
 * `received`: about to be read; `waiting`: for the answer of its booking; `applied`; `ignored`: it is about no booking of
 * Waybill; `failed`: for its `reason`; `dismissed`: by a person.
 */
export type CarrierWebhookStatus = (typeof carrierWebhookStatuses)[number];

export const webhookBytesMax = 64 * bytesPerKb;
export const keptWebhooksMs = 30 * dayMs;
/**
 * The body of a settled webhook without a known shipment, which may hold the personal data of one: erasing the shipment
 * cannot find it.
 */
export const unmatchedBodyMs = dayMs;
/** Of each carrier. Older ones make room, even those that wait: whoever knows the address cannot fill the disk. */
export const keptWebhooksMax = 5_000;
/** Of each account when its storage is full, of all its carriers: the goods of the newest are still on their way. */
export const keptInFullStorage = 200;
/** How many older ones make room for one, so that a storage that is full does not stay so. */
export const droppedInFullStorage = 20;
/** Of each carrier: how many wait for a booking that Waybill does not know. Older ones are ignored. */
export const webhooksWithoutBookingMax = 500;

/** Failed webhooks are counted up to this number. */
export const failedWebhooksMax = 100;

/** A carrier may tell of a booking before it answers the booking itself. */
const waitMaxMs = dayMs;
const waitsMs = { first: 5_000, last: hourMs } as const;

/** When to look for its booking again; undefined once it waited long enough. */
export function nextTryAt(queuedAt: number, now: number): number | undefined {
  const waitedMs = Math.max(0, now - queuedAt);
  if (waitedMs >= waitMaxMs) return undefined;
  return now + Math.min(Math.max(Math.ceil(waitedMs / 2), waitsMs.first), waitsMs.last);
}

/** Binds the encrypted secret of an address to its carrier. */
export function inboxPlace(carrierId: string): string {
  return `carrier:${carrierId}:hooks`;
}

/** A webhook that comes again has the same. */
export interface HookKey {
  carrierId: string;
  bodyHash: string;
}

/** Binds the encrypted headers of a webhook to it. */
export function headersPlace({ carrierId, bodyHash }: HookKey): string {
  return `hook:${carrierId}:${bodyHash}`;
}
