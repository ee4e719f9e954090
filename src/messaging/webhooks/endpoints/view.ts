import { toTimestamp } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { WebhookView } from "./schema.ts";
import type { EndpointRow } from "./store.ts";

/** How people know it: its description, or else its URL's host, because the rest may be secret. */
export function nameOf({ description, url }: EndpointRow): string {
  return description || new URL(url).host || url;
}

export function toWebhookView(row: EndpointRow, environment: Environment): WebhookView {
  return {
    id: row.id,
    environment,
    url: row.url,
    description: row.description,
    events: row.events,
    enabled: row.disabledReason === null,
    disabled_reason: row.disabledReason,
    header_names: Object.keys(row.headers),
    ordering: row.ordering,
    max_per_second: row.maxPerSecond,
    faults: row.faults && {
      duplicate: row.faults.duplicate,
      reorder: row.faults.reorder,
      delay_seconds: row.faults.delaySeconds,
      drop_first_attempt: row.faults.dropFirstAttempt,
    },
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}
