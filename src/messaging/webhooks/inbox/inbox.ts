import { dayMs } from "../../../infra/units.ts";

/** The URL of an endpoint whose deliveries Waybill keeps itself, so that a test needs no receiver. */
export const inboxUrl = "waybill:inbox";

/** Of each account. Older messages make room. */
export const keptMessagesMax = 1_000;
/** So many may come before older ones make room, because finding the oldest reads all. */
export const messagesPerClearance = 50;
export const keptMessagesMs = 7 * dayMs;

export function isInbox(url: string): boolean {
  return url === inboxUrl;
}

/** What readers who wait for a message watch. */
export function inboxOf(accountId: string): string {
  return `inbox of ${accountId}`;
}
