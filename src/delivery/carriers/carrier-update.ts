import type { Coordinates } from "../../infra/geography/coordinates.ts";
import type { Handover } from "../model/handover.ts";
import type { Driver, Money, ReasonCode, Substatus, VehicleType } from "../model/model.ts";

/** What carriers report about a booked shipment. */

/** A picture from a driver's device. */
export type ProofImage = BroughtImage | UploadedImage;

type ImageType = "image/png" | "image/jpeg" | "image/webp";

/** One that a carrier brings in its answer. */
export interface BroughtImage {
  id?: undefined;
  contentType: ImageType;
  content: Uint8Array;
}

/** One that was uploaded before the report. Its bytes stay where they are. */
export interface UploadedImage {
  id: string;
  contentType: ImageType;
  sha256: string;
  /** Bytes of the content. */
  size: number;
}

export interface ProofOfDelivery {
  recipientName: string | null;
  handedTo: Handover | null;
  signature: (ProofImage & { signerName: string | null }) | null;
  photos: ProofImage[];
  /** What the recipient said. Waybill compares it with the shipment's PIN and never stores it. */
  pin: string | null;
  /** The carrier has checked a PIN of its own. Only of carriers that said before that they do. */
  pinVerified?: true;
  ageVerified: boolean;
  note: string | null;
  location: Coordinates | null;
}

/** What a carrier reports about a booked shipment. Reports may be late, repeat, or skip steps. */
export type CarrierUpdate =
  /** `photos`: of a pickup only. */
  | { kind: "progress"; substatus: Substatus; driver?: Driver; photos?: ProofImage[] }
  | {
      kind: "position";
      latitude: number;
      longitude: number;
      accuracyMeters: number | null;
      headingDegrees: number | null;
      speedMps: number | null;
      /** Share of the route to the delivery, or of the return, 0–1, if the carrier knows it. */
      fraction: number | null;
    }
  /** No position will come for a while, and the last one is stale. */
  | { kind: "signal_lost" }
  | {
      kind: "estimate";
      pickupAt: number | null;
      deliveryAt: number | null;
      /** The day at the delivery's address, `YYYY-MM-DD`, where the carrier knows no time. */
      deliveryDate?: string | null;
      delayed: boolean;
    }
  /** The goods were seen somewhere. The state stays. `reason`: why they wait there, such as `customs_hold`. */
  | { kind: "scan"; message: string; location: Coordinates | null; reason?: ReasonCode }
  /** Nobody took the goods; the carrier tries again. The state stays. */
  | {
      kind: "attempt_failed";
      reason: ReasonCode;
      message: string;
      nextAttemptAt: number | null;
      /** As `deliveryDate` of an estimate. */
      nextAttemptDate?: string | null;
      photos?: ProofImage[];
    }
  /** What the carrier decided about a cancellation that the client asked for. `refund`: as in its answer to one. */
  | { kind: "cancelled"; fee: Money | null; refund?: "pending" }
  | { kind: "cancellation_refused"; reason: ReasonCode; message: string }
  | { kind: "withdrawn"; reason: ReasonCode; message: string; rejected: boolean }
  | { kind: "delivered"; proof: ProofOfDelivery }
  | {
      kind: "undeliverable";
      reason: ReasonCode;
      message: string;
      photos?: ProofImage[];
      /** When returned goods will be at the pickup, if the carrier knows it. */
      returnAt?: number | null;
    }
  | { kind: "returned" };

/** A driver as carriers name one, in answers and in reports. */
interface NamedDriver {
  name: string;
  phone?: string | null;
  vehicle: { type: VehicleType; plate?: string | null };
}

export function toDriver({ name, phone, vehicle }: NamedDriver): Driver {
  return { name, phone: phone ?? null, vehicle: { type: vehicle.type, plate: vehicle.plate ?? null } };
}
