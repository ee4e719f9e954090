import { dayMs, hourMs, minuteMs } from "../../infra/durations.ts";
import type { EventType } from "../../messaging/events/event.ts";
import type { Status } from "../model.ts";

/** The moments at which a recipient gets a mail, each at most once in a delivery. */
export const moments = ["collected", "approaching", "finished"] as const;
export type Moment = (typeof moments)[number];

export const mailStatuses = ["waiting", "sent", "skipped", "failed"] as const;
export type MailStatus = (typeof mailStatuses)[number];

/**
 * Why a mail was not sent. Skipped: the recipient stopped the mails, the shipment has no address any more, its data was
 * erased, its tracking link ended, the mails were switched off, a limit was reached, or the news is old. Failed: the
 * mail server refused the address, or all attempts failed.
 */
export const mailReasons = [
  "stopped",
  "no_address",
  "erased",
  "link_ended",
  "switched_off",
  "limit_reached",
  "outdated",
  "address_refused",
  "mail_server",
] as const;
export type MailReason = (typeof mailReasons)[number];

const momentOf: Partial<Record<EventType, Moment>> = {
  "shipment.in_transit": "collected",
  "tracking.approaching": "approaching",
  "shipment.delivered": "finished",
  "shipment.returning": "finished",
  "shipment.failed": "finished",
};

/** The moment that an event may be. */
export function momentFor(type: string): Moment | undefined {
  return momentOf[type as EventType];
}

/** The driver also approaches the pickup. */
export function concernsRecipient(moment: Moment, status: Status): boolean {
  return moment !== "approaching" || status === "in_transit";
}

/** After this time a moment is no news. Mails that a restored backup brings back are older. */
const newsMs: Record<Moment, number> = { collected: 6 * hourMs, approaching: 30 * minuteMs, finished: dayMs };

/** Whether a mail still tells how it stands. */
export function isNews(moment: Moment, status: Status, ageMs: number): boolean {
  const isUnderWay = status === "in_transit";
  return ageMs < newsMs[moment] && (moment === "finished" ? !isUnderWay : isUnderWay);
}
