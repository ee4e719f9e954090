import type { Environment } from "../../infra/environment.ts";

/** What a webhook carries, and what the event log keeps. Contract §6. */
export interface Envelope {
  id: string;
  type: string;
  timestamp: string;
  api_version: "v1";
  environment: Environment;
  data: Record<string, unknown>;
}

/** Every type of event. Its feature's `events.ts` says what it carries. Contract §6. */
export const eventTypes = [
  "shipment.created",
  "shipment.quoted",
  "shipment.assigned",
  "shipment.in_transit",
  "shipment.delivered",
  "shipment.cancelled",
  "shipment.cancellation_refused",
  "shipment.expired",
  "shipment.failed",
  "shipment.returning",
  "shipment.returned",
  "shipment.corrected",
  "shipment.updated",
  "shipment.rescheduled",
  "shipment.instructions_changed",
  "shipment.rated",
  "shipment.redacted",
  "tracking.substatus_changed",
  "tracking.eta_changed",
  "tracking.approaching",
  "tracking.silent",
  "tracking.scanned",
  "tracking.attempt_failed",
  "tracking.proof_missing",
  "tracking.proof_added",
  "tracking.position_updated",
  "carrier.failing",
  "carrier.recovered",
  "charge.created",
  "import.completed",
  "attention.raised",
  "attention.settled",
  "webhook.test",
  "webhook.disabled",
] as const;
export type EventType = (typeof eventTypes)[number];

/** What happened, in one sentence. */
export const eventDescriptions = {
  "shipment.created": "A shipment was created.",
  "shipment.quoted": "Carriers made quotes.",
  "shipment.assigned": "A quote was accepted.",
  "shipment.in_transit": "The goods are with the carrier.",
  "shipment.delivered": "The goods were handed over, with proof.",
  "shipment.cancelled": "The shipment was cancelled.",
  "shipment.cancellation_refused": "The carrier refused a cancellation or release that you requested.",
  "shipment.expired": "No quote was accepted in time.",
  "shipment.failed": "The goods will not arrive.",
  "shipment.returning": "The goods are on their way back.",
  "shipment.returned": "The goods are back at the pickup.",
  "shipment.corrected": "A person corrected the state: it was reported wrongly.",
  "shipment.updated": "Details changed, or the shipment needs new quotes.",
  "shipment.rescheduled":
    "The window of a stop moved after the acceptance: people there were promised another time.",
  "shipment.instructions_changed":
    "The recipient gave instructions for the driver, or named where to leave the goods.",
  "shipment.rated": "The recipient rated the delivery.",
  "shipment.redacted": "Personal data of the shipment was erased, here and in its earlier events.",
  "tracking.substatus_changed": "The driver reached the next step of the trip.",
  "tracking.eta_changed": "The ETA changed by more than a minute.",
  "tracking.approaching": "The driver is 10 minutes or 1 km from the next stop. Told once for each stop.",
  "tracking.silent":
    "No position for 15 minutes from a carrier that sends them. Told once; the next position ends it.",
  "tracking.scanned": "The carrier scanned the goods on their way.",
  "tracking.attempt_failed": "Nobody took the goods. The carrier tries again.",
  "tracking.proof_missing": "The carrier delivered without the required proof.",
  "tracking.proof_added": "A second report of the delivery added photos or a name to its proof.",
  "tracking.position_updated":
    "The driver's position, at most every 15 seconds. It is not numbered, and no pattern includes it.",
  "carrier.failing":
    "One of your own carriers has not answered for an hour. Waybill tries it again every ten minutes.",
  "carrier.recovered": "A failing carrier answers again.",
  "charge.created": "A delivery or a fee was charged, or a charge was taken back.",
  "import.completed": "All confirmed rows of an import are made, or it stopped.",
  "attention.raised": "A shipment needs a person.",
  "attention.settled": "A shipment no longer needs a person for this, or somebody dismissed it.",
  "webhook.test": "Sent on request, to test an endpoint.",
  "webhook.disabled":
    "An endpoint was disabled: it failed for five days, or it answered 410 Gone or `webhook-delivery: disable`.",
} as const satisfies Record<EventType, string>;

/** Logged only while an endpoint names it: there are too many for a log that everyone gets. */
export const positionUpdated: EventType = "tracking.position_updated";

const groups = [...new Set(eventTypes.map((type) => `${groupOf(type)}.*`))];

/** What stands for several types: `shipment.*` for those of a group, `*` for all. None includes positions. */
export const eventPatterns: readonly string[] = ["*", ...groups];

/** The types that a list of types and patterns stands for. */
export function expandPatterns(words: readonly string[]): EventType[] {
  return eventTypes.filter((type) => matches(words, type));
}

/** Whether an endpoint that subscribed to `filter` gets events of this type. */
export function matches(filter: readonly string[], type: string): boolean {
  if (filter.includes(type)) return true;
  return type !== positionUpdated && (filter.includes("*") || filter.includes(`${groupOf(type)}.*`));
}

function groupOf(type: string): string {
  return type.slice(0, type.indexOf("."));
}
