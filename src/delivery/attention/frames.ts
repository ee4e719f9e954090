import type { Db } from "../../infra/db/store.ts";
import type { Environment } from "../../infra/environment.ts";
import { ownerOf } from "../carriers/service.ts";
import type { Viewer } from "./remedies.ts";
import type { AttentionItemView } from "./schema.ts";
import { attentionStore } from "./store.ts";
import { toAttentionView } from "./view.ts";

/** An event of the log, as far as it matters here. */
interface Logged {
  type: string;
  body: string;
}

/** What an event of attention tells a reader of the live stream; undefined for another one, or one they may not see. */
export function attentionFrame(
  db: Db,
  { type, body }: Logged,
  side: Viewer,
  { environment, now }: { environment: Environment; now: number },
): { state: "raised" | "settled"; attention: AttentionItemView } | undefined {
  if (type !== "attention.raised" && type !== "attention.settled") return undefined;
  const { attention } = (JSON.parse(body) as { data: { attention: AttentionItemView } }).data;
  const row = attentionStore(db).find(attention.id);
  const dismissedAt = side === "account" ? row?.dismissedAt : row?.operatorDismissedAt;
  const isOpen = row !== undefined && dismissedAt === null;
  if (side === "installation" && !(row?.isInstalled ?? isInstalled(db, attention))) return undefined;
  if (isOpen) {
    const view = toAttentionView(row, side, environment, now);
    return type === "attention.raised" ? { state: "raised", attention: view } : undefined;
  }
  return { state: "settled", attention: { ...attention, remedies: [] } };
}

function isInstalled(db: Db, { carrier_id: carrierId }: AttentionItemView): boolean {
  return carrierId !== null && ownerOf(db, carrierId) === null;
}
