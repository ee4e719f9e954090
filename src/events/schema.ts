import { type Static, Type } from "@sinclair/typebox";
import {
  createdFilters,
  Environment,
  Id,
  ListQuery,
  Named,
  Timestamp,
  WordList,
  Words,
} from "../http/schema.ts";
import { eventCatalog } from "./catalog.ts";
import { type EventType, eventTypes } from "./event.ts";

export const EventSchema = Named("Event", {
  id: Id("evt"),
  type: Type.String({ examples: ["shipment.created"] }),
  timestamp: Timestamp,
  api_version: Type.Literal("v1"),
  environment: Environment,
  data: {
    ...Type.Record(Type.String(), Type.Unknown()),
    examples: [eventCatalog["shipment.created"].example],
  },
});

/** What a webhook carries for a type of event. */
export function EnvelopeOf(type: EventType) {
  const { data, example } = eventCatalog[type];
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
export const EventTypeName = Words(eventTypes);

export const EventQuery = ListQuery({
  type: Type.Optional(WordList(eventTypes, "One type or several, separated by commas.")),
  shipment_id: Type.Optional(Id("shp")),
  ...createdFilters,
});
export type EventQuery = Static<typeof EventQuery>;
