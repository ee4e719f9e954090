import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import type { RecipientMailsView, RecipientMailView } from "./schema.ts";
import type { RecipientMailRow } from "./store.ts";

function toRecipientMailView(row: RecipientMailRow): RecipientMailView {
  const { moment, status, reason, createdAt, sentAt } = row;
  return {
    moment,
    status,
    reason,
    created_at: toTimestamp(createdAt),
    sent_at: toTimestampOrNull(sentAt),
  };
}

export function toRecipientMailsView(rows: readonly RecipientMailRow[]): RecipientMailsView {
  const stopped = rows.find(({ stoppedAt }) => stoppedAt !== null);
  return { data: rows.map(toRecipientMailView), stopped_at: toTimestampOrNull(stopped?.stoppedAt ?? null) };
}
