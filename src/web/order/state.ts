import type { Status } from "../../delivery/model/model.ts";
import type { Texts } from "./texts/en.ts";
import type { Order } from "./wire.ts";

/** How an order stands, as the page says it. Pure. */

export type Stage = keyof Texts["states"];

const ofStatus: Record<Status, Stage> = {
  created: "planned",
  quoted: "planned",
  expired: "planned",
  assigned: "booked",
  in_transit: "on_its_way",
  delivered: "delivered",
  cancelled: "cancelled",
  failed: "failed",
  returning: "returning",
  returned: "returned",
};

export function stageOf({
  state,
  status,
  recall_requested_at: recalledAt,
}: Pick<Order, "state" | "status" | "recall_requested_at">): Stage {
  if (status === "in_transit" && recalledAt !== null) return "recalled";
  if (status !== null) return ofStatus[status as Status] ?? "planned";
  if (state === "withdrawn") return "cancelled";
  return state === "refused" ? "refused" : "waiting";
}

const warn: readonly Stage[] = ["refused", "cancelled", "failed", "recalled", "returning", "returned"];
const over: readonly Stage[] = ["delivered", "refused", "cancelled", "failed", "returned"];

export function toneOf(stage: Stage): "good" | "warn" | "busy" {
  if (stage === "delivered") return "good";
  return warn.includes(stage) ? "warn" : "busy";
}

/** Whether nothing is expected to happen any more. */
export function isOver(stage: Stage): boolean {
  return over.includes(stage);
}
