import {
  apart,
  blob,
  gone,
  integer,
  json,
  personal,
  plain,
  real,
  table,
  text,
} from "../../../infra/db/columns.ts";
import { onlySalts, type Salted } from "../../../infra/secrets/salted.ts";
import type { Verdict } from "./quality.ts";
import type { Setback } from "./setback.ts";
import { type EtaSource, type Position, type ProofDocument, redactProof } from "./tracking.ts";
import type { TripMemory } from "./trip.ts";

export const trackings = table("trackings", {
  shipmentId: plain(text("shipment_id").primaryKey()),
  assignmentId: plain(text("assignment_id").notNull()),
  position: personal(json<Position>()(), null),
  percent: plain(integer().notNull()),
  etaPickupAt: plain(integer("eta_pickup_at")),
  etaDeliveryAt: plain(integer("eta_delivery_at")),
  /** `YYYY-MM-DD` at the address, where no time is known. */
  etaDeliveryDate: plain(text("eta_delivery_date")),
  etaReturnAt: plain(integer("eta_return_at")),
  etaSource: plain(text("eta_source").$type<EtaSource>()),
  etaUpdatedAt: plain(integer("eta_updated_at")),
  /** The ETA of the last event. Small changes since then add up. */
  etaToldAt: plain(integer("eta_told_at")),
  positionEventAt: plain(integer("position_event_at")),
  memory: personal(json<TripMemory>()(), null),
  /** Told by `tracking.silent`: the time of the last good position. The next one clears it. */
  silentSince: plain(integer("silent_since")),
  setback: plain(json<Setback>()()),
});

export const positions = table("positions", {
  id: plain(integer().primaryKey({ autoIncrement: true })),
  shipmentId: plain(text("shipment_id").notNull()),
  latitude: personal(real().notNull(), gone),
  longitude: personal(real().notNull(), gone),
  accuracyMeters: personal(integer("accuracy_meters"), gone),
  headingDegrees: personal(integer("heading_degrees"), gone),
  speedMps: personal(real("speed_mps"), gone),
  recordedAt: plain(integer("recorded_at").notNull()),
  receivedAt: plain(integer("received_at").notNull()),
  verdict: plain(text().$type<Verdict>().notNull()),
  /** The driver was on the way to somebody else's stop, so the recipient does not see it. */
  toOtherStop: plain(integer("to_other_stop", { mode: "boolean" }).notNull()),
  /** A copy of a driver's own track, which is kept 30 days. */
  ofDriver: plain(integer("of_driver", { mode: "boolean" }).notNull()),
});

/** When Waybill looks at a trip again, epoch milliseconds; null for never. */
export const trackingChecks = table("tracking_checks", {
  shipmentId: plain(text("shipment_id").primaryKey()),
  /** Whether positions still come. */
  silenceAt: plain(integer("silence_at")),
  /** What the router says of the way. */
  routeAt: plain(integer("route_at")),
});

export const proofsOfDelivery = table("proofs_of_delivery", {
  id: plain(text().primaryKey()),
  shipmentId: plain(text("shipment_id").notNull()),
  document: personal(json<ProofDocument>()().notNull(), redactProof),
  capturedAt: plain(integer("captured_at").notNull()),
  /** Null, as `hash`, in proofs that are older than the chain. */
  salted: personal(json<Salted>()(), onlySalts("captured_at")),
  hash: plain(text()),
  /** Of the entry that follows it in the chain. */
  entrySequence: plain(integer("entry_sequence").notNull()),
});

export const proofImages = table("proof_images", {
  shipmentId: plain(text("shipment_id").notNull()),
  name: plain(text().notNull()),
  contentType: plain(text("content_type").notNull()),
  sha256: plain(text().notNull()),
  /** Null for an upload, which is not copied. */
  content: personal(blob({ mode: "buffer" }), apart("forgetPicture")),
  /** The upload that has the bytes, and their number. */
  uploadId: plain(text("upload_id")),
  uploadSize: plain(integer("upload_size")),
});
