import { toTimestamp } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";
import { type PageQuery, readPage } from "../../../infra/http/pagination.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { entriesOf, getShipmentRecord } from "../state/reading.ts";
import type { ShipmentRecord, ShipmentRow } from "../state/rows.ts";
import { trackingUrl } from "../state/tracking-link.ts";
import { findProofImage, type ProofPicture, standingProof } from "./reading.ts";
import type { TrackingView } from "./schema.ts";
import { type TrackingRow, trackingStore } from "./store.ts";
import { isStale, remainingMeters } from "./tracking.ts";
import {
  toEntryView,
  toEtaView,
  toJudgedPositionView,
  toPositionView,
  toProofView,
  toSetbackView,
} from "./view.ts";
import { proofPathOf } from "./whole-proof.ts";

/** The most positions in one GeoJSON response. */
const geoJsonPositionsMax = 10_000;

/** @throws AppError `not_found` */
export function getTracking(deps: Deps, caller: Caller, shipmentId: string): TrackingView {
  const record = getShipmentRecord(deps, caller, shipmentId);
  return toTrackingView(deps, caller.environment, record);
}

/** `proofPath` is where the caller fetches pictures. */
export function toTrackingView(
  deps: Deps,
  environment: Environment,
  record: ShipmentRecord,
  proofPath = proofPathOf(record.shipment.id),
): TrackingView {
  const { shipment, assignment } = record;
  const db = deps.stores.platform(environment).db;
  const tracking = trackingOf(db, shipment);
  const proof = standingProof(db, shipment);
  const entries = entriesOf(db, shipment.id);
  const now = deps.clock.now();
  const percent = tracking?.percent ?? 0;
  const pictureUrl = (name: string) => `${deps.publicUrl()}${proofPath}/${name}`;
  return {
    shipment_id: shipment.id,
    tracking_number: shipment.trackingNumber,
    environment,
    status: shipment.status,
    substatus: shipment.substatus,
    carrier: assignment?.carrier ?? null,
    driver: assignment?.driver ?? null,
    position: tracking?.position
      ? {
          ...toPositionView(tracking.position),
          age_seconds: Math.max(0, Math.floor((now - tracking.position.recordedAt) / 1000)),
          stale: isStale(tracking.position, now),
        }
      : null,
    eta: toEtaView(shipment.status, tracking, assignment ?? undefined),
    setback: toSetbackView(shipment.status, tracking),
    progress: {
      percent,
      distance_meters: shipment.distanceMeters,
      remaining_meters: remainingMeters(shipment.distanceMeters, percent),
    },
    entries: entries.map((entry) => toEntryView(entry, pictureUrl)),
    proof_of_delivery: proof ? toProofView(proof, entries, pictureUrl, shipment.delivery.address) : null,
    tracking_url: trackingUrl(deps, shipment),
  };
}

/** Positions and estimates from the carrier that has the shipment. */
export function trackingOf(db: Db, shipment: ShipmentRow): TrackingRow | undefined {
  const row = trackingStore(db).find(shipment.id);
  return row?.assignmentId === shipment.assignmentId ? row : undefined;
}

/** In the order in which they came, with their verdicts. @throws AppError `not_found` */
export function listPositions(deps: Deps, caller: Caller, shipmentId: string, query: PageQuery) {
  getShipmentRecord(deps, caller, shipmentId);
  const tracking = trackingStore(deps.stores.platform(caller.environment).db);
  return readPage(deps, { name: "positions", of: caller, filters: { shipmentId } }, query, {
    read: (after, count) => tracking.positionsAfter(shipmentId, Number(after ?? 0), count),
    placeOf: (row) => row.id,
    view: (row) => toJudgedPositionView(row),
  });
}

/**
 * The route so far as an RFC 7946 Feature, without a line before the second position. Late positions stand where they
 * belong. @throws AppError `not_found`
 */
export function positionsAsGeoJson(deps: Deps, caller: Caller, shipmentId: string) {
  getShipmentRecord(deps, caller, shipmentId);
  const rows = trackingStore(deps.stores.platform(caller.environment).db)
    .positionsAfter(shipmentId, 0, geoJsonPositionsMax)
    .filter(({ verdict }) => verdict === "good" || verdict === "old")
    .sort((one, other) => one.recordedAt - other.recordedAt);
  const coordinates = rows.map((row) => [row.longitude, row.latitude]);
  return {
    type: "Feature" as const,
    geometry: coordinates.length < 2 ? null : { type: "LineString" as const, coordinates },
    properties: {
      shipment_id: shipmentId,
      recorded_at: rows.map((row) => toTimestamp(row.recordedAt)),
    },
  };
}

/** @throws AppError `not_found` */
export function getProofImage(deps: Deps, caller: Caller, shipmentId: string, name: string): ProofPicture {
  getShipmentRecord(deps, caller, shipmentId);
  const image = findProofImage(deps.stores.platform(caller.environment).db, shipmentId, name);
  if (!image) throw new AppError("not_found");
  return image;
}
