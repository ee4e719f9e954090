import { toTimestamp, toTimestampOrNull } from "../../infra/clock.ts";
import type { TroubleView } from "./schema.ts";
import type { AlarmRow, TroubleRow } from "./store.ts";

/** @param accountName undefined for the installation itself */
export function toTroubleView(
  row: TroubleRow,
  accountName: string | undefined,
  alarms: readonly AlarmRow[],
): TroubleView {
  const { id, kind, message, accountId, environment, webhookId, beganAt, endedAt } = row;
  return {
    trouble_id: id,
    kind,
    message,
    account: accountId === null ? null : { id: accountId, name: accountName ?? accountId },
    environment,
    webhook_id: webhookId,
    began_at: toTimestamp(beganAt),
    ended_at: toTimestampOrNull(endedAt),
    alarms: alarms.map(({ channel, state, attempts, sentAt, dueAt, lastError }) => ({
      channel,
      state,
      attempts,
      sent_at: toTimestampOrNull(sentAt),
      next_attempt_at: toTimestampOrNull(dueAt),
      last_error: lastError,
    })),
  };
}
