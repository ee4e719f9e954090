import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Writing } from "../../../infra/deps.ts";
import { type Coordinates, distanceMeters } from "../../../infra/geography/coordinates.ts";
import { bytesOfUpload } from "../../carriers/images/service.ts";
import type { ShipmentRow } from "../state/rows.ts";
import { type EtaRow, type ProofImageRow, type ProofRow, type TrackingRow, trackingStore } from "./store.ts";

/** The tracking of this assignment. Positions and estimates of another carrier do not count. */
export function currentTracking({ tx }: Writing, shipment: ShipmentRow, assignmentId: string): TrackingRow {
  const row = trackingStore(tx).find(shipment.id);
  if (row?.assignmentId === assignmentId) return row;
  return {
    shipmentId: shipment.id,
    assignmentId,
    position: null,
    percent: 0,
    etaPickupAt: null,
    etaDeliveryAt: null,
    etaDeliveryDate: null,
    etaReturnAt: null,
    etaSource: null,
    etaUpdatedAt: null,
    etaToldAt: null,
    memory: null,
    silentSince: null,
    setback: null,
    // Events belong to the shipment, whoever carries it.
    positionEventAt: row?.positionEventAt ?? null,
  };
}

/** The estimates of the carriers that have these shipments, by shipment. */
export function etasOf(db: Db, shipments: readonly ShipmentRow[]): Map<string, EtaRow> {
  const assigned = shipments.filter(({ assignmentId }) => assignmentId !== null);
  const assignmentOf = new Map(assigned.map(({ id, assignmentId }) => [id, assignmentId]));
  const rows = assigned.length === 0 ? [] : trackingStore(db).etasOf([...assignmentOf.keys()]);
  const current = rows.filter((row) => row.assignmentId === assignmentOf.get(row.shipmentId));
  return new Map(current.map((row) => [row.shipmentId, row]));
}

/** The last position from the carrier that has the shipment. */
export function lastPoint(
  { tx }: Writing,
  shipment: ShipmentRow,
): { latitude: number; longitude: number } | null {
  const row = trackingStore(tx).find(shipment.id);
  if (!row?.position || row.assignmentId !== shipment.assignmentId) return null;
  return { latitude: row.position.latitude, longitude: row.position.longitude };
}

/** The proofs of a shipment, oldest first: one for each time that it was delivered. */
export function proofsOf(db: Db | Tx, shipmentId: string): ProofRow[] {
  return trackingStore(db).proofsOf(shipmentId);
}

/** The proof of the delivery that stands; undefined for a shipment that is not delivered, or no longer. */
export function standingProof(
  db: Db | Tx,
  { id, status }: Pick<ShipmentRow, "id" | "status">,
): ProofRow | undefined {
  return status === "delivered" ? proofsOf(db, id).at(-1) : undefined;
}

/** The names of its pictures, in order. */
export function proofImageNames(db: Db, shipmentId: string): string[] {
  return trackingStore(db)
    .imagesOf(shipmentId)
    .map(({ name }) => name);
}

/** A picture with its bytes. */
export interface ProofPicture extends Pick<ProofImageRow, "contentType" | "sha256"> {
  content: Buffer;
}

/** One of them. */
export function findProofImage(db: Db, shipmentId: string, name: string): ProofPicture | undefined {
  const row = trackingStore(db).findImage(shipmentId, name);
  if (!row) return undefined;
  const { contentType, sha256, uploadId } = row;
  const content = row.content ?? (uploadId === null ? undefined : bytesOfUpload(db, uploadId));
  if (!content) throw new Error(`the picture ${name} of ${shipmentId} has no bytes`);
  return { contentType, sha256, content };
}

/** Positions of the way after the tap may have come first. */
const fixesRead = [50, 1_000];

/** Where the shipment's driver was at a time, by the nearest good position that is exact enough. */
export function driverFixNear(
  db: Db | Tx,
  shipmentId: string,
  at: number,
  { withinMs, accuracyMaxMeters, since }: { withinMs: number; accuracyMaxMeters: number; since: number },
): Coordinates | undefined {
  for (const limit of fixesRead) {
    const newest = trackingStore(db).newestGoodPositions(shipmentId, limit);
    const [nearest] = newest
      .filter(({ ofDriver, accuracyMeters, recordedAt }) => {
        const isExact = accuracyMeters !== null && accuracyMeters <= accuracyMaxMeters;
        return ofDriver && isExact && recordedAt >= since && Math.abs(recordedAt - at) <= withinMs;
      })
      .sort((one, other) => Math.abs(one.recordedAt - at) - Math.abs(other.recordedAt - at));
    if (nearest) return { latitude: nearest.latitude, longitude: nearest.longitude };
    if (newest.length < limit) break;
  }
  return undefined;
}

/** Within this distance of each other, positions are of the same place: receivers are that inaccurate. */
const placeMeters = 100;

/** A driver who moves has left the place within the first of these; only of one who stands more is read, about half an hour. */
const positionsRead = [50, 1_000];

/** Since when the newest positions are of the same place; null without a position. */
export function standingSince(db: Db, shipmentId: string): number | null {
  let since: number | null = null;
  for (const limit of positionsRead) {
    const newest = trackingStore(db).newestGoodPositions(shipmentId, limit);
    const [last] = newest;
    if (!last) return null;
    const moved = newest.findIndex((position) => distanceMeters(position, last) > placeMeters);
    const stayed = moved === -1 ? newest : newest.slice(0, moved);
    since = Math.min(...stayed.map(({ recordedAt }) => recordedAt));
    if (stayed.length < limit) break;
  }
  return since;
}
