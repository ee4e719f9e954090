import type { TSchema } from "@sinclair/typebox";

/** What a feature says of a type of event that it makes. */
export interface EventDefinition {
  /** The envelope's `data`. */
  data: TSchema;
  example: Record<string, unknown>;
}
