import { type Static, Type } from "@sinclair/typebox";
import { Environment, ListQuery, Named, Timestamp, WordList } from "../http/schema.ts";
import { type EventType, eventCatalog } from "./catalog.ts";

export const EventSchema = Named("Event", {
  id: Type.String(),
  type: Type.String(),
  timestamp: Timestamp,
  api_version: Type.Literal("v1"),
  environment: Environment,
  data: Type.Record(Type.String(), Type.Unknown()),
});

/** What a webhook carries for a type of event. */
export function EnvelopeOf(type: EventType) {
  const { data, example } = eventCatalog[type];
  return Named(`${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`, {
    id: Type.String(),
    type: Type.Literal(type),
    timestamp: Timestamp,
    api_version: Type.Literal("v1"),
    environment: Environment,
    data: { ...data, examples: [example] },
  });
}

export const EventQuery = ListQuery({
  type: Type.Optional(WordList(Object.keys(eventCatalog), "One type or several, separated by commas.")),
  shipment_id: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  created_after: Type.Optional(Timestamp),
  created_before: Type.Optional(Timestamp),
});
export type EventQuery = Static<typeof EventQuery>;
