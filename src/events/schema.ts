import { type Static, Type } from "@sinclair/typebox";
import { Closed, Environment, ListQuery, Timestamp, WordList } from "../http/schema.ts";
import { eventCatalog } from "./catalog.ts";

export const EventSchema = Closed({
  id: Type.String(),
  type: Type.String(),
  timestamp: Timestamp,
  api_version: Type.Literal("v1"),
  environment: Environment,
  data: Type.Record(Type.String(), Type.Unknown()),
});

export const EventQuery = ListQuery({
  type: Type.Optional(WordList(Object.keys(eventCatalog), "One type or several, separated by commas.")),
  shipment_id: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  created_after: Type.Optional(Timestamp),
  created_before: Type.Optional(Timestamp),
});
export type EventQuery = Static<typeof EventQuery>;
