import type { TSchema } from "@sinclair/typebox";

/** A feature's definition of an event type. */
export interface EventDefinition {
  /** The envelope's `data`. */
  data: TSchema;
  example: Record<string, unknown>;
}

/** An event that was just written to the log. */
export interface AppendedEvent {
  id: string;
  type: string;
  accountId: string;
  shipmentId: string | null;
  /** Sent to this endpoint only, whatever its subscriptions. */
  onlyTo?: string;
  /** Not sent to this endpoint, because the event is about it. */
  notTo?: string;
}
