import { gone, integer, json, personal, plain, sealed, table, text } from "../../../infra/db/columns.ts";
import { onlySalts, type Salted } from "../../../infra/secrets/salted.ts";
import type { StoredSecret } from "../../../infra/secrets/vault.ts";
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
import { type Evidence, redactEvidence } from "./evidence.ts";
import { pinPlace } from "./pin.ts";
import { type Recall, redactRecall } from "./recall.ts";
import {
  redactEnding,
  redactedText,
  redactParcel,
  redactRating,
  redactRequest,
  redactSimulation,
  redactStop,
  redactWish,
} from "./redacted.ts";
import type { Ending, TroubleKind } from "./shipment.ts";
import type { Actor } from "./status.ts";

/** Binds an encrypted token to its shipment. */
export const linkPlace = (shipmentId: string) => `${shipmentId}/link`;

export const shipments = table("shipments", {
  id: plain(text().primaryKey()),
  accountId: plain(text("account_id").notNull()),
  status: plain(text().$type<Status>().notNull()),
  substatus: plain(text().$type<Substatus>()),
  reference: personal(text(), null),
  trackingNumber: plain(text("tracking_number").notNull()),
  /** Of the token in the tracking link. */
  trackingHash: plain(text("tracking_hash").notNull()),
  /** The token; null in rows of earlier versions, whose hash is the token itself until a start moves it. */
  sealedToken: sealed(json<StoredSecret>()("sealed_token"), linkPlace),
  // It is still found by its tracking number.
  search: personal(text().notNull(), (_, row: { trackingNumber: string }) =>
    row.trackingNumber.toLowerCase(),
  ),
  pickup: personal(json<Stop>()().notNull(), redactStop),
  delivery: personal(json<DeliveryStop>()().notNull(), redactStop),
  parcels: personal(json<Parcel[]>()().notNull(), (parcels) => parcels.map(redactParcel)),
  ifUndeliverable: plain(text("if_undeliverable").$type<IfUndeliverable>().notNull()),
  /** Which carriers are asked, and which services are taken, as the caller named them; null: all. */
  carriers: personal(json<string[]>()(), null),
  services: personal(json<string[]>()(), null),
  metadata: personal(json<Record<string, string>>()().notNull(), () => ({})),
  simulation: personal(json<Simulation>()(), redactSimulation),
  distanceMeters: plain(integer("distance_meters")),
  assignmentId: plain(text("assignment_id")),
  carrierId: plain(text("carrier_id")),
  pin: personal(sealed(json<StoredSecret>()(), pinPlace), null),
  pinTries: plain(integer("pin_tries").notNull()),
  cancellation: personal(json<Ending>()(), redactEnding),
  failure: personal(json<Ending>()(), redactEnding),
  /** That its goods shall come back; it waits for the driver while the goods are on their way. */
  recall: personal(json<Recall>()(), redactRecall),
  pickedUpAt: plain(integer("picked_up_at")),
  deliveredAt: plain(integer("delivered_at")),
  returnedAt: plain(integer("returned_at")),
  /** When the driver tapped *Arrived* at the stop where they are; null elsewhere. */
  stopArrivedAt: plain(integer("stop_arrived_at")),
  /** Whole minutes from *Arrived* until the pickup, and until the handover; null before, and without *Arrived*. */
  pickupWaitedMinutes: plain(integer("pickup_waited_minutes")),
  deliveryWaitedMinutes: plain(integer("delivery_waited_minutes")),
  /** When it reached its final state. */
  endedAt: plain(integer("ended_at")),
  /** When the tracking link was made, if it is not the first. */
  linkMadeAt: plain(integer("link_made_at")),
  /** When it was ended by hand. */
  linkEndedAt: plain(integer("link_ended_at")),
  expiresAt: plain(integer("expires_at")),
  /** When a window was last moved after an acceptance. */
  promiseMovedAt: plain(integer("promise_moved_at")),
  /** When the rules of attention are looked at next. */
  attentionAt: plain(integer("attention_at")),
  /** Whether it has items of attention. */
  needsAttention: plain(integer("needs_attention", { mode: "boolean" }).notNull()),
  /** When harm comes if nobody sees to it; null: it has ended or expired. */
  dueAt: plain(integer("due_at")),
  /** Whether a fleet has it and no driver does. */
  withoutDriver: plain(integer("without_driver", { mode: "boolean" }).notNull()),
  version: plain(integer().notNull()),
  eventCount: plain(integer("event_count").notNull()),
  /** When its personal data was erased. */
  redactedAt: plain(integer("redacted_at")),
  recipientInstructions: personal(json<RecipientInstructions>()("recipient_instructions"), null),
  rating: personal(json<Rating>()(), redactRating),
  /** Wrong tries of the last digits of the recipient's phone, since the link or the phone is this one. */
  digitTries: plain(integer("digit_tries").notNull()),
  /** Wrong tries of the last 24 hours, oldest first. */
  recentDigitTries: personal(json<DigitTry[]>()("recent_digit_tries"), null),
  /** Of a return: the shipment that it brings back. */
  returnOf: plain(text("return_of")),
  /** Whether the shipment brings goods back. A return of a return takes them to the recipient again. */
  isReturn: plain(integer("is_return", { mode: "boolean" }).notNull()),
  /** The order form by which a customer ordered it. */
  orderFormId: plain(text("order_form_id")),
  /** What that customer pays beside the price, in percent of it; null: nobody says. */
  markupPercent: plain(integer("markup_percent")),
  /** The latest return of the shipment. */
  returnShipmentId: plain(text("return_shipment_id")),
  /** Of a schedule: which, and for which of its days it was made. */
  scheduleId: plain(text("schedule_id")),
  scheduledFor: plain(text("scheduled_for")),
  createdAt: plain(integer("created_at").notNull()),
  updatedAt: plain(integer("updated_at").notNull()),
});

export const shipmentEntries = table("shipment_entries", {
  shipmentId: plain(text("shipment_id").notNull()),
  sequence: plain(integer().notNull()),
  status: plain(text().$type<Status>().notNull()),
  substatus: plain(text().$type<Substatus>()),
  code: plain(text()),
  message: personal(text().notNull(), redactedText),
  source: plain(text().$type<Actor>().notNull()),
  location: personal(json<{ latitude: number; longitude: number }>()(), null),
  occurredAt: plain(integer("occurred_at").notNull()),
  recordedAt: plain(integer("recorded_at").notNull()),
  /** What the report showed; null for nothing. */
  evidence: personal(json<Evidence>()(), redactEvidence),
  /** Null, as `hash`, in entries that are older than the chain. */
  salted: personal(json<Salted>()(), onlySalts("occurred_at", "recorded_at")),
  /** SHA-256 of its record, which names the hash before it. */
  hash: plain(text()),
});

/** What needs a person and no other row tells: the latest of each kind. */
export const shipmentTroubles = table("shipment_troubles", {
  shipmentId: plain(text("shipment_id").notNull()),
  kind: plain(text().$type<TroubleKind>().notNull()),
  at: plain(integer().notNull()),
  detail: personal(text().notNull(), gone),
});

export const assignments = table("assignments", {
  id: plain(text().primaryKey()),
  shipmentId: plain(text("shipment_id").notNull()),
  quoteId: plain(text("quote_id").notNull()),
  status: plain(text().$type<AssignmentStatus>().notNull()),
  attempt: plain(integer().notNull()),
  carrier: plain(json<CarrierIdentity>()().notNull()),
  service: plain(json<Service>()().notNull()),
  amount: plain(integer().notNull()),
  /** What the carrier takes; null in rows that are older than margins: the price. */
  cost: plain(integer()),
  currency: plain(text().notNull()),
  /** What changes of the price could not take back; below 0, what they must not: `Paid` in `charges/price-change.ts`. */
  unappliedAmount: plain(integer("unapplied_amount").notNull()),
  /** What moving its stops changed of the price, in minor units. */
  movedAmount: plain(integer("moved_amount").notNull()),
  estimatedPickupAt: plain(integer("estimated_pickup_at")),
  estimatedDeliveryAt: plain(integer("estimated_delivery_at")),
  estimatedDeliveryDate: plain(text("estimated_delivery_date")),
  driver: personal(json<Driver>()(), null),
  /** Of an account's own fleet. */
  driverId: plain(text("driver_id")),
  carrierReference: plain(text("carrier_reference")),
  assignedAt: plain(integer("assigned_at").notNull()),
  releasedAt: plain(integer("released_at")),
  releaseReason: plain(text("release_reason")),
  trackingNumbers: personal(json<Record<string, string>>()("tracking_numbers").notNull(), () => ({})),
  carrierTrackingUrl: personal(text("carrier_tracking_url"), null),
  cancellationRequest: personal(json<CancellationRequest>()("cancellation_request"), redactRequest),
  autoReassign: personal(json<AutoReassign>()("auto_reassign"), redactWish),
  /** When something that its carrier sees last changed. */
  updatedAt: plain(integer("updated_at").notNull()),
  /** When it ceased to be pending or confirmed. */
  endedAt: plain(integer("ended_at")),
  /** Reports that are kept. */
  reportCount: plain(integer("report_count").notNull()),
  /** Whose label it has; null: Waybill draws it. */
  carrierLabel: personal(text("carrier_label").$type<CarrierLabelState>(), "missing"),
  /** The recipient gets the carrier's PIN in place of Waybill's, and the carrier checks it. */
  ownPin: plain(integer("own_pin", { mode: "boolean" }).notNull()),
  /** What the driver reported last, where Waybill has seen them arrive since; null otherwise. */
  reportedSubstatus: plain(text("reported_substatus").$type<Substatus>()),
});

/** Which assignments have a carrier's tracking number. The database keeps it as `assignments.tracking_numbers` changes. */
export const carrierTrackingNumbers = table("carrier_tracking_numbers", {
  carrierId: plain(text("carrier_id").notNull()),
  trackingNumber: plain(text("tracking_number").notNull()),
  assignmentId: plain(text("assignment_id").notNull()),
});
