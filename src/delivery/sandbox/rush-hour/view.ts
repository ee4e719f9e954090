import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import type { RushHourView } from "./schema.ts";
import type { RushHourRow } from "./store.ts";

export function toRushHourView(row: RushHourRow): RushHourView {
  return {
    status: row.endedAt === null ? "running" : "ended",
    ...row.settings,
    created_shipments: row.createdCount,
    carrier_id: row.carrierId,
    driver_ids: row.driverIds,
    started_at: toTimestamp(row.startedAt),
    ends_at: toTimestamp(row.endsAt),
    ended_at: toTimestampOrNull(row.endedAt),
    end_reason: row.endReason,
  };
}
