import type { Writing } from "../../../infra/deps.ts";
import { redactionRows } from "./redaction-store.ts";

/** Erases what receivers answered to an event: they may repeat what they got. @returns how many, at most `limit` */
export function forgetResponses({ tx }: Writing, eventId: string, limit: number): number {
  return redactionRows(tx).forgetSome(eventId, limit);
}
