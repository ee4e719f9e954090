/** What is known of where a shipment is. Contract §5. */

export const etaSources = ["estimate", "carrier", "router"] as const;
export type EtaSource = (typeof etaSources)[number];

/** A position older than this says little of where the driver is now. */
const staleSeconds = 300;
/** A smaller change of the estimated arrival is no event. */
export const etaEventMs = 60_000;
/** Least time between two position events of a shipment. */
export const positionEventMs = 15_000;

/** Marks an entry that records a carrier's late or repeated report and changed nothing. */
export const lateReportCode = "late_report";

export interface Position {
  latitude: number;
  longitude: number;
  accuracyMeters: number | null;
  headingDegrees: number | null;
  speedMps: number | null;
  recordedAt: number;
  receivedAt: number;
  /** The carrier has said that it lost the driver's signal since. */
  signalLost: boolean;
}

/** What is stored of a proof of delivery; its images are rows of their own. */
export interface ProofDocument {
  types: ("signature" | "photo" | "pin" | "age")[];
  recipientName: string | null;
  handedTo: "recipient" | "neighbour" | "reception" | "safe_place" | "locker" | null;
  signature: { name: string; sha256: string; signerName: string } | null;
  photos: { name: string; sha256: string; contentType: string; takenAt: number }[];
  pin: { verified: boolean; attempts: number } | null;
  note: string | null;
  location: { latitude: number; longitude: number; distanceToAddressMeters: number | null } | null;
  capturedBy: "carrier" | "driver" | "simulator";
}

export function isStale(position: Position, now: number): boolean {
  return position.signalLost || now - position.recordedAt > staleSeconds * 1000;
}

/** How much of the way is left, from the share that is done. */
export function remainingMeters(distanceMeters: number | null, percent: number): number | null {
  return distanceMeters === null ? null : Math.round((distanceMeters * (100 - percent)) / 100);
}

/**
 * Share of the way in percent by how far the position is from the delivery. It never falls back, and 100 is
 * kept for the arrival.
 */
export function percentDone(before: number, distanceMeters: number | null, toDeliveryMeters: number): number {
  if (!distanceMeters) return before;
  const share = Math.round((1 - toDeliveryMeters / distanceMeters) * 100);
  return Math.max(before, Math.min(99, share));
}
