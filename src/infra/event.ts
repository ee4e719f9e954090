import type { TSchema } from "@sinclair/typebox";

/** What a feature says of a type of event that it makes. */
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
  /** Sent to this endpoint alone, whatever it subscribed to. */
  onlyTo?: string;
  /** Not sent to this endpoint, which the event is about. */
  notTo?: string;
}
