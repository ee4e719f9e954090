import type { MakerView } from "../../../access/schema.ts";
import { toTimestamp } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { EventWebhookView, WebhookView } from "./schema.ts";
import type { EndpointRow } from "./store.ts";

/** How people know it: its description, or else its URL's host, because the rest may be secret. */
export function nameOf({ description, url }: EndpointRow): string {
  return description || new URL(url).host || url;
}

/** @param maker who created it */
export function toWebhookView(
  row: EndpointRow,
  environment: Environment,
  maker: MakerView | null,
): WebhookView {
  return { ...toEventWebhook(row, environment), created_by: maker };
}

/** As an event has it. */
export function toEventWebhook(row: EndpointRow, environment: Environment): EventWebhookView {
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
