import { bytesPerMb } from "../../infra/units.ts";
import type { CarrierUpdate } from "./carrier-update.ts";

/** What a carrier answers when Waybill asks it about a booking that it has. */

/** All that the carrier knows of a booking's way, in any order. Each answer repeats what the ones before it told. */
export interface Tracked {
  updates: TrackedUpdate[];
  /** The carrier's own tracking numbers, by parcel id, and its tracking page: where the booking's answer had none. */
  trackingNumbers?: Record<string, string>;
  trackingUrl?: string;
  /** Of a cancelled booking: whether the carrier pays its price back. Left out where it never charged it. */
  refund?: "pending" | "confirmed" | "refused";
}

export interface TrackedUpdate {
  /** Identifies the update when the carrier reports it again, at most 64 characters. */
  key: string;
  at: number;
  update: CarrierUpdate;
}

/** A label as the carrier made it. */
export interface CarrierLabel {
  contentType: "application/pdf" | "image/png" | "application/zpl" | "image/svg+xml";
  content: Uint8Array;
}

/**
 * The largest label that Waybill fetches and keeps. One file has the pages of all pieces: Karrio's have some 160 KiB
 * each, and it sells at most 50. Nobody must pay for a label that Waybill then refuses.
 */
export const labelBytesMax = 16 * bytesPerMb;

const urlCharactersMax = 2_048;

/** A carrier's own page, if people may be sent there; null for any other address. */
export function httpsUrl(url: string | null): string | null {
  if (url === null || url.length > urlCharactersMax || !URL.canParse(url)) return null;
  return new URL(url).protocol === "https:" ? url : null;
}
