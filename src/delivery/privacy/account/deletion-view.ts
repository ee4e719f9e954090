import type { DeletionRow } from "../../../access/accounts/deletion-store.ts";
import { toTimestamp } from "../../../infra/clock.ts";
import type { DeletionView } from "./deletion-schema.ts";

export function toDeletionView({ requestedAt, dueAt }: DeletionRow): DeletionView {
  return { requested_at: toTimestamp(requestedAt), due_at: toTimestamp(dueAt) };
}
