import { linkDaysOf } from "../../access/accounts/retention.ts";
import { getAccount } from "../../access/accounts/service.ts";
import { toTimestamp, toTimestampOrNull } from "../../infra/clock.ts";
import type { Db } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { type Environment, environments } from "../../infra/environment.ts";
import { AppError } from "../../infra/errors.ts";
import { timeZoneOf } from "../../infra/geography/country-time-zone.ts";
import { findTown } from "../../infra/geography/town.ts";
import { type PageQuery, readPage } from "../../infra/http/pagination.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { enterTimeOf } from "../../infra/own-time.ts";
import { getLogo, publicBrand } from "../brand/service.ts";
import type { AccountImageRow } from "../brand/store.ts";
import type { DeliveryDeps } from "../deps.ts";
import { additionsOf, entriesOf, findByTrackingToken, getShipmentRecord } from "../lifecycle/reading.ts";
import { pinAccess } from "../lifecycle/recipient.ts";
import type { ShipmentRecord, ShipmentRow } from "../lifecycle/rows.ts";
import { isLinkOpen, trackingUrl } from "../lifecycle/tracking-link.ts";
import type { PublicTrackingView } from "./public-schema.ts";
import { standingProof } from "./reading.ts";
import type { TrackingView } from "./schema.ts";
import { type ProofImageRow, type TrackingRow, trackingStore } from "./store.ts";
import { isStale, publicName, remainingMeters } from "./tracking.ts";
import {
  toEntryView,
  toEtaView,
  toJudgedPositionView,
  toPositionView,
  toProofView,
  toPublicCarrierTracking,
  toPublicInstructions,
  toPublicRating,
  toPublicView,
  toSetbackView,
} from "./view.ts";
import { picturesOfProof, proofPathOf } from "./whole-proof.ts";

/** The most positions in one GeoJSON response. */
const geoJsonPositionsMax = 10_000;

/** @throws AppError `not_found` */
export function getTracking(deps: Deps, caller: Caller, shipmentId: string): TrackingView {
  const record = getShipmentRecord(deps, caller, shipmentId);
  return toTrackingView(deps, caller.environment, record);
}

/** `proofPath` is where the caller fetches pictures. */
function toTrackingView(
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
    proof_of_delivery: proof ? toProofView(proof, entries, pictureUrl) : null,
    tracking_url: trackingUrl(deps.publicUrl(), shipment),
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
export function getProofImage(deps: Deps, caller: Caller, shipmentId: string, name: string): ProofImageRow {
  getShipmentRecord(deps, caller, shipmentId);
  const image = trackingStore(deps.stores.platform(caller.environment).db).findImage(shipmentId, name);
  if (!image) throw new AppError("not_found");
  return image;
}

/** What anybody with the tracking link may see. @throws AppError `not_found`, `tracking_link_ended` */
export function getPublicTracking(deps: DeliveryDeps, token: string): PublicTrackingView {
  return publicTracking(deps, token, requireByToken(deps, token));
}

/** The same for the page; undefined for an unknown link. */
export function findPublicTracking(
  deps: DeliveryDeps,
  token: string,
): PublicTrackingView | "ended" | undefined {
  const found = findByToken(deps, token);
  return found && (found.isOpen ? publicTracking(deps, token, found) : "ended");
}

function publicTracking(
  deps: DeliveryDeps,
  token: string,
  { environment, record }: LinkedShipment,
): PublicTrackingView {
  const { accountId, pickup, delivery, failure, rating, redactedAt } = record.shipment;
  const path = `/api/v1/track/${token}`;
  const { contact, address } = delivery;
  const view = toTrackingView(deps, environment, record, `${path}/proof`);
  const { db } = deps.stores.platform(environment);
  const { toOtherStop = false } = trackingOf(db, record.shipment)?.position ?? {};
  const stops_before = stopsBefore(deps, db, record);
  return toPublicView(
    view,
    // The order of the stops may have changed since the last position.
    { ...record.shipment, toOtherStop: toOtherStop || (stops_before ?? 0) > 0 },
    {
      stops_before,
      carrier_tracking: toPublicCarrierTracking(record.assignment),
      sender: pickup.contact.company ?? getAccount(deps, accountId).name,
      brand: publicBrand(deps, accountId, `${deps.publicUrl()}${path}/logo`),
      pin: pinAccess(record.shipment, deps.clock.now()),
      instructions: toPublicInstructions(record.shipment, takesChanges(deps, environment, record.shipment)),
      rating: toPublicRating(rating),
      recipient: publicName(contact.name),
      language: contact.language ?? null,
      town: address.city,
      time_zone: timeZoneOf(address.country, deps.clock.now()),
      destination: findTown(address) ?? null,
      failure_reason: failure?.reason_code ?? null,
      redacted_at: toTimestampOrNull(redactedAt),
    },
  );
}

/** Whether the carrier hears of changes. Before there is one, the booking tells them. */
export function takesChanges(
  deps: DeliveryDeps,
  environment: Environment,
  { carrierId }: Pick<ShipmentRow, "carrierId">,
): boolean {
  const carrier = carrierId === null ? undefined : deps.carrier(environment, carrierId);
  return carrier?.capabilities.includes("update") ?? true;
}

/** How many stops the driver makes before the delivery; null before the pickup, and where Waybill does not know. */
function stopsBefore(deps: DeliveryDeps, db: Db, { shipment, assignment }: ShipmentRecord): number | null {
  if (shipment.status !== "in_transit" || assignment === null) return null;
  const stops = deps.stopsOfDriver(db, assignment.id);
  const place = stops.findIndex(
    ({ assignmentId, kind }) => assignmentId === assignment.id && kind === "delivery",
  );
  return place === -1 ? null : place;
}

/** @throws AppError `not_found`, `tracking_link_ended` */
export function getPublicProofImage(deps: Deps, token: string, name: string): ProofImageRow {
  const { environment, record } = requireByToken(deps, token);
  const { db } = deps.stores.platform(environment);
  const { shipment } = record;
  const proof = standingProof(db, shipment);
  // Pictures of pickups and failed attempts are the sender's.
  const isOfProof =
    proof !== undefined && picturesOfProof(proof, additionsOf(db, shipment.id)).includes(name);
  const image = isOfProof ? trackingStore(db).findImage(shipment.id, name) : undefined;
  if (!image) throw new AppError("not_found");
  return image;
}

/** The sending account's logo. @throws AppError `not_found`, `tracking_link_ended` */
export function getPublicLogo(deps: Deps, token: string): AccountImageRow {
  return getLogo(deps, requireByToken(deps, token).record.shipment.accountId);
}

interface LinkedShipment {
  environment: Environment;
  record: ShipmentRecord;
  /** False after the link has ended. */
  isOpen: boolean;
}

/** The shipment of a tracking link. @throws AppError `not_found`, `tracking_link_ended` */
export function requireByToken(deps: Deps, token: string): LinkedShipment {
  const found = findByToken(deps, token);
  if (!found) throw new AppError("not_found");
  if (!found.isOpen) throw new AppError("tracking_link_ended");
  return found;
}

function findByToken(deps: Deps, token: string): LinkedShipment | undefined {
  const { stores, clock } = deps;
  for (const environment of environments) {
    const record = findByTrackingToken(stores.platform(environment).db, token);
    if (!record) continue;
    const { accountId } = record.shipment;
    enterTimeOf(deps, { accountId, environment });
    const isOpen = isLinkOpen(record.shipment, linkDaysOf(deps, accountId), clock.now());
    return { environment, record, isOpen };
  }
  return undefined;
}
