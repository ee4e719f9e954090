import { blob, integer, json, real, table, text } from "../../../infra/db/columns.ts";
import type { Salted } from "../../../infra/salted.ts";
import type { Verdict } from "./quality.ts";
import type { Setback } from "./setback.ts";
import type { EtaSource, Position, ProofDocument } from "./tracking.ts";
import type { TripMemory } from "./trip.ts";

export const trackings = table("trackings", {
  shipmentId: text("shipment_id").primaryKey(),
  assignmentId: text("assignment_id").notNull(),
  position: json<Position>()(),
  percent: integer().notNull(),
  etaPickupAt: integer("eta_pickup_at"),
  etaDeliveryAt: integer("eta_delivery_at"),
  /** `YYYY-MM-DD` at the address, where no time is known. */
  etaDeliveryDate: text("eta_delivery_date"),
  etaReturnAt: integer("eta_return_at"),
  etaSource: text("eta_source").$type<EtaSource>(),
  etaUpdatedAt: integer("eta_updated_at"),
  /** The ETA of the last event. Small changes since then add up. */
  etaToldAt: integer("eta_told_at"),
  positionEventAt: integer("position_event_at"),
  memory: json<TripMemory>()(),
  /** Told by `tracking.silent`: the time of the last good position. The next one clears it. */
  silentSince: integer("silent_since"),
  setback: json<Setback>()(),
});

export const positions = table("positions", {
  id: integer().primaryKey({ autoIncrement: true }),
  shipmentId: text("shipment_id").notNull(),
  latitude: real().notNull(),
  longitude: real().notNull(),
  accuracyMeters: integer("accuracy_meters"),
  headingDegrees: integer("heading_degrees"),
  speedMps: real("speed_mps"),
  recordedAt: integer("recorded_at").notNull(),
  receivedAt: integer("received_at").notNull(),
  verdict: text().$type<Verdict>().notNull(),
  /** The driver was on the way to somebody else's stop, so the recipient does not see it. */
  toOtherStop: integer("to_other_stop", { mode: "boolean" }).notNull(),
  /** A copy of a driver's own track, which is kept 30 days. */
  ofDriver: integer("of_driver", { mode: "boolean" }).notNull(),
});

/** When Waybill looks at a trip again, epoch milliseconds; null for never. */
export const trackingChecks = table("tracking_checks", {
  shipmentId: text("shipment_id").primaryKey(),
  /** Whether positions still come. */
  silenceAt: integer("silence_at"),
  /** What the router says of the way. */
  routeAt: integer("route_at"),
});

export const proofsOfDelivery = table("proofs_of_delivery", {
  id: text().primaryKey(),
  shipmentId: text("shipment_id").notNull(),
  document: json<ProofDocument>()().notNull(),
  capturedAt: integer("captured_at").notNull(),
  /** Null, as `hash`, in proofs that are older than the chain. */
  salted: json<Salted>()(),
  hash: text(),
  /** Of the entry that follows it in the chain. */
  entrySequence: integer("entry_sequence").notNull(),
});

export const proofImages = table("proof_images", {
  shipmentId: text("shipment_id").notNull(),
  name: text().notNull(),
  contentType: text("content_type").notNull(),
  sha256: text().notNull(),
  content: blob({ mode: "buffer" }).notNull(),
});
