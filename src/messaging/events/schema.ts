import { type Static, Type } from "@sinclair/typebox";
import type { EventDefinition } from "../../infra/event.ts";
import {
  createdFilters,
  Environment,
  Id,
  ListQuery,
  Named,
  Query,
  sortBy,
  Timestamp,
  WordList,
  Words,
} from "../../infra/http/schema.ts";
import { type EventType, eventPatterns, eventTypes } from "./event.ts";

/** In answers: more types may come, and the log keeps those of other versions. */
export const AnyEventType = Type.String({ title: "AnyEventType", "x-known-values": [...eventTypes] });

/** An event of any type; its example is of `shipment.created`. */
export function AnyEvent(definitionOf: (type: EventType) => EventDefinition) {
  return Named("Event", {
    id: Id("evt"),
    type: AnyEventType,
    timestamp: Timestamp,
    api_version: Type.Literal("v1"),
    environment: Environment,
    data: {
      ...Type.Record(Type.String(), Type.Unknown()),
      examples: [definitionOf("shipment.created").example],
    },
  });
}

/** What a webhook carries for a type of event. */
export function EnvelopeOf(type: EventType, { data, example }: EventDefinition) {
  return Named(`${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`, {
    id: Id("evt"),
    type: Type.Literal(type),
    timestamp: Timestamp,
    api_version: Type.Literal("v1"),
    environment: Environment,
    data: { ...data, examples: [example] },
  });
}

/** One type of event. */
export const EventTypeName = Words(eventTypes, { title: "EventType" });

export const typeFilter = Type.Optional(
  WordList(
    [...eventTypes, ...eventPatterns],
    "One or more types or patterns such as `shipment.*`, separated by commas. No pattern includes `tracking.position_updated`.",
  ),
);

const waitSecondsMax = 30;

/** How long a list waits until there is something in it. */
export const waitSeconds = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: waitSecondsMax,
    default: 0,
    description: "Seconds to wait for the first match if there is none yet. Then the response is empty.",
  }),
);

export const shipmentFilter = Type.Optional({
  ...Id("shp"),
  description: "Only events of this shipment. Charges and what needs a person are none of them.",
});

export const EventQuery = ListQuery({
  type: typeFilter,
  shipment_id: shipmentFilter,
  ...createdFilters,
  after: Type.Optional({
    ...Id("evt"),
    description:
      "Only events after this one. Not together with a time. The order stays: to go on from here, send `sort=oldest` too.",
  }),
  sort: sortBy(
    "EventOrder",
    "In the order of the log, `newest` first or `oldest` first; with a time by `timestamp`. To poll, send `oldest`.",
  ),
  wait_seconds: waitSeconds,
});
export type EventQuery = Static<typeof EventQuery>;

export const EventStreamQuery = Query({ type: typeFilter });
export type EventStreamQuery = Static<typeof EventStreamQuery>;

/** One frame of the stream; how it is framed is the HTML Living Standard's, §9.2. */
export const EventStreamEvent = Named("EventStreamEvent", {
  id: Type.String({
    description: "The event's id. Send it as `Last-Event-ID` to resume.",
    examples: ["evt_01m7x5rdwme1ct34p92xd7wpnk"],
  }),
  event: AnyEventType,
  data: Type.String({
    description: "The event as webhooks receive it, byte for byte.",
    contentMediaType: "application/json",
    examples: ['{"id":"evt_01m7x5rdwme1ct34p92xd7wpnk","type":"shipment.created"}'],
  }),
});
