import { integer, json, sealed, table, text } from "../../../infra/db/columns.ts";
import type { Salted } from "../../../infra/salted.ts";
import type { StoredSecret } from "../../../infra/vault.ts";
import type {
  CarrierIdentity,
  DeliveryStop,
  DigitTry,
  Driver,
  IfUndeliverable,
  Parcel,
  Rating,
  RecipientInstructions,
  Service,
  Status,
  Stop,
  Substatus,
} from "../../model/model.ts";
import type { Simulation } from "../../model/script/simulation.ts";
import type { AssignmentStatus, AutoReassign, CancellationRequest, CarrierLabelState } from "./assignment.ts";
import type { Evidence } from "./evidence.ts";
import { pinPlace } from "./pin.ts";
import type { Ending, TroubleKind } from "./shipment.ts";
import type { Actor } from "./status.ts";

/** Binds an encrypted token to its shipment. */
export const linkPlace = (shipmentId: string) => `${shipmentId}/link`;

export const shipments = table("shipments", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  status: text().$type<Status>().notNull(),
  substatus: text().$type<Substatus>(),
  reference: text(),
  trackingNumber: text("tracking_number").notNull(),
  /** Of the token in the tracking link. */
  trackingHash: text("tracking_hash").notNull(),
  /** The token; null in rows of earlier versions, whose hash is the token itself until a start moves it. */
  sealedToken: sealed(json<StoredSecret>()("sealed_token"), linkPlace),
  search: text().notNull(),
  pickup: json<Stop>()().notNull(),
  delivery: json<DeliveryStop>()().notNull(),
  parcels: json<Parcel[]>()().notNull(),
  ifUndeliverable: text("if_undeliverable").$type<IfUndeliverable>().notNull(),
  metadata: json<Record<string, string>>()().notNull(),
  simulation: json<Simulation>()(),
  distanceMeters: integer("distance_meters"),
  assignmentId: text("assignment_id"),
  carrierId: text("carrier_id"),
  pin: sealed(json<StoredSecret>()(), pinPlace),
  pinTries: integer("pin_tries").notNull(),
  cancellation: json<Ending>()(),
  failure: json<Ending>()(),
  pickedUpAt: integer("picked_up_at"),
  deliveredAt: integer("delivered_at"),
  returnedAt: integer("returned_at"),
  /** When it reached its final state. */
  endedAt: integer("ended_at"),
  /** When the tracking link was made, if it is not the first. */
  linkMadeAt: integer("link_made_at"),
  /** When it was ended by hand. */
  linkEndedAt: integer("link_ended_at"),
  expiresAt: integer("expires_at"),
  /** When the rules of attention are looked at next. */
  attentionAt: integer("attention_at"),
  /** Whether it has items of attention. */
  needsAttention: integer("needs_attention", { mode: "boolean" }).notNull(),
  /** When harm comes if nobody sees to it; null: it has ended or expired. */
  dueAt: integer("due_at"),
  /** Whether a fleet has it and no driver does. */
  withoutDriver: integer("without_driver", { mode: "boolean" }).notNull(),
  version: integer().notNull(),
  eventCount: integer("event_count").notNull(),
  /** When its personal data was erased. */
  redactedAt: integer("redacted_at"),
  recipientInstructions: json<RecipientInstructions>()("recipient_instructions"),
  rating: json<Rating>()(),
  /** Wrong tries of the last digits of the recipient's phone, since the link or the phone is this one. */
  digitTries: integer("digit_tries").notNull(),
  /** Wrong tries of the last 24 hours, oldest first. */
  recentDigitTries: json<DigitTry[]>()("recent_digit_tries"),
  /** Of a return: the shipment that it brings back. */
  returnOf: text("return_of"),
  /** Whether the shipment brings goods back. A return of a return takes them to the recipient again. */
  isReturn: integer("is_return", { mode: "boolean" }).notNull(),
  /** The latest return of the shipment. */
  returnShipmentId: text("return_shipment_id"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

export const shipmentEntries = table("shipment_entries", {
  shipmentId: text("shipment_id").notNull(),
  sequence: integer().notNull(),
  status: text().$type<Status>().notNull(),
  substatus: text().$type<Substatus>(),
  code: text(),
  message: text().notNull(),
  source: text().$type<Actor>().notNull(),
  location: json<{ latitude: number; longitude: number }>()(),
  occurredAt: integer("occurred_at").notNull(),
  recordedAt: integer("recorded_at").notNull(),
  /** What the report showed; null for nothing. */
  evidence: json<Evidence>()(),
  /** Null, as `hash`, in entries that are older than the chain. */
  salted: json<Salted>()(),
  /** SHA-256 of its record, which names the hash before it. */
  hash: text(),
});

/** What needs a person and no other row tells: the latest of each kind. */
export const shipmentTroubles = table("shipment_troubles", {
  shipmentId: text("shipment_id").notNull(),
  kind: text().$type<TroubleKind>().notNull(),
  at: integer().notNull(),
  detail: text().notNull(),
});

export const assignments = table("assignments", {
  id: text().primaryKey(),
  shipmentId: text("shipment_id").notNull(),
  quoteId: text("quote_id").notNull(),
  status: text().$type<AssignmentStatus>().notNull(),
  attempt: integer().notNull(),
  carrier: json<CarrierIdentity>()().notNull(),
  service: json<Service>()().notNull(),
  amount: integer().notNull(),
  /** What the carrier takes; null in rows that are older than margins: the price. */
  cost: integer(),
  currency: text().notNull(),
  estimatedPickupAt: integer("estimated_pickup_at"),
  estimatedDeliveryAt: integer("estimated_delivery_at"),
  estimatedDeliveryDate: text("estimated_delivery_date"),
  driver: json<Driver>()(),
  carrierReference: text("carrier_reference"),
  assignedAt: integer("assigned_at").notNull(),
  releasedAt: integer("released_at"),
  releaseReason: text("release_reason"),
  trackingNumbers: json<Record<string, string>>()("tracking_numbers").notNull(),
  carrierTrackingUrl: text("carrier_tracking_url"),
  cancellationRequest: json<CancellationRequest>()("cancellation_request"),
  autoReassign: json<AutoReassign>()("auto_reassign"),
  /** When something that its carrier sees last changed. */
  updatedAt: integer("updated_at").notNull(),
  /** When it ceased to be pending or confirmed. */
  endedAt: integer("ended_at"),
  /** Reports that are kept. */
  reportCount: integer("report_count").notNull(),
  /** Whose label it has; null: Waybill draws it. */
  carrierLabel: text("carrier_label").$type<CarrierLabelState>(),
  /** What the driver reported last, where Waybill has seen them arrive since; null otherwise. */
  reportedSubstatus: text("reported_substatus").$type<Substatus>(),
});

/** Which assignments have a carrier's tracking number. The database keeps it as `assignments.tracking_numbers` changes. */
export const carrierTrackingNumbers = table("carrier_tracking_numbers", {
  carrierId: text("carrier_id").notNull(),
  trackingNumber: text("tracking_number").notNull(),
  assignmentId: text("assignment_id").notNull(),
});
