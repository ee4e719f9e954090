import type { Db } from "../../../infra/db/store.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { ownerOf } from "../../carriers/service.ts";
import type { Viewer } from "./remedies.ts";
import type { AttentionItemView, ListedAttentionItemView } from "./schema.ts";
import { namesFor } from "./service.ts";
import { attentionStore } from "./store.ts";
import { toAttentionView, toListedItem } from "./view.ts";

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
  { caller, now }: { caller: Caller; now: number },
): { state: "raised" | "settled"; attention: ListedAttentionItemView } | undefined {
  if (type !== "attention.raised" && type !== "attention.settled") return undefined;
  const { attention } = (JSON.parse(body) as { data: { attention: AttentionItemView } }).data;
  const row = attentionStore(db).find(attention.id);
  const dismissedAt = side === "account" ? row?.dismissedAt : row?.operatorDismissedAt;
  const isOpen = row !== undefined && dismissedAt === null;
  if (side === "installation" && !(row?.isInstalled ?? isInstalled(db, attention))) return undefined;
  const listed = (view: AttentionItemView) =>
    toListedItem(view, namesFor(db, caller, side, attention.shipment_id), row ?? { cause: "", facts: {} });
  if (isOpen) {
    const view = listed(toAttentionView(row, side, caller.environment, now));
    return type === "attention.raised" ? { state: "raised", attention: view } : undefined;
  }
  return { state: "settled", attention: listed({ ...attention, remedies: [] }) };
}

function isInstalled(db: Db, { carrier_id: carrierId }: AttentionItemView): boolean {
  return carrierId !== null && ownerOf(db, carrierId) === null;
}
