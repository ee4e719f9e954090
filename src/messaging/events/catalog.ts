import type { EventDefinition } from "../../infra/event.ts";
import type { EventType } from "./event.ts";

/** Definitions of some types of event, as a feature gives them. */
export type EventDefinitions = Partial<Record<EventType, EventDefinition>>;

/**
 * Finds the definition of an event type. `definitions` are those of all features together: without one of a type, the
 * caller does not compile. @throws Error, when it is called, for a type that does not exist
 */
export function createCatalog(
  definitions: Readonly<Record<EventType, EventDefinition>>,
): (type: string) => EventDefinition {
  const byType = new Map<string, EventDefinition>(Object.entries(definitions));
  return (type) => {
    const definition = byType.get(type);
    if (definition) return definition;
    throw new Error(`there is no event type ${type}`);
  };
}
