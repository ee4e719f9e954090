import type { Environment } from "../environment.ts";

/** What a webhook carries, and what the event log keeps. Contract §6. */
export interface Envelope {
  id: string;
  type: string;
  timestamp: string;
  api_version: "v1";
  environment: Environment;
  data: Record<string, unknown>;
}

/** Made only while an endpoint names it: too many for a log that everyone gets. */
export const positionUpdated = "tracking.position_updated";

/** Whether an endpoint that subscribed to `filter` gets events of this type; `*` leaves positions out. */
export function matches(filter: readonly string[], type: string): boolean {
  return filter.includes(type) || (filter.includes("*") && type !== positionUpdated);
}
