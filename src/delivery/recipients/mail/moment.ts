import { dayMs, hourMs, minuteMs } from "../../../infra/units.ts";
import type { EventType } from "../../../messaging/events/event.ts";
import type { Setback } from "../../lifecycle/tracking/setback.ts";
import type { Status } from "../../model/model.ts";

/**
 * The moments at which a recipient gets a mail, each at most once in a delivery. Goods that were given up and delivered
 * after all finish twice, and a promise can move again.
 */
export const moments = ["collected", "held", "missed", "delayed", "approaching", "finished"] as const;
export type Moment = (typeof moments)[number];

export const mailStatuses = ["waiting", "sent", "skipped", "failed"] as const;
export type MailStatus = (typeof mailStatuses)[number];

/**
 * Why a mail was not sent. Skipped: the recipient stopped the mails, the shipment has no address any more, its data was
 * erased, its tracking link ended, the mails were switched off, a limit was reached, the news is old, or only the
 * server's own machine can open the links. Failed: the mail server refused the address, or all attempts failed.
 */
export const mailReasons = [
  "stopped",
  "no_address",
  "erased",
  "link_ended",
  "switched_off",
  "limit_reached",
  "outdated",
  "address_is_local",
  "address_refused",
  "mail_server",
] as const;
export type MailReason = (typeof mailReasons)[number];

const momentOf: Partial<Record<EventType, Moment>> = {
  "shipment.in_transit": "collected",
  "tracking.scanned": "held",
  "tracking.attempt_failed": "missed",
  "tracking.approaching": "approaching",
  "shipment.delivered": "finished",
  "shipment.returning": "finished",
  "shipment.failed": "finished",
};

/** The moment that an event may be. */
export function momentFor(type: string): Moment | undefined {
  return momentOf[type as EventType];
}

/** The driver also approaches the pickup, and most scans are none of a hold. */
export function concernsRecipient(moment: Moment, status: Status, setback: Setback | null): boolean {
  if (moment === "collected" || moment === "finished") return true;
  if (status !== "in_transit" || !lasts(moment, setback)) return false;
  return setback?.kind !== "held" || setback.reason === "customs_hold";
}

const setbacks: Partial<Record<Moment, Setback["kind"]>> = { held: "held", missed: "attempt_failed" };

/** Whether what a mail tells still keeps the goods. */
function lasts(moment: Moment, setback: Setback | null): boolean {
  const kind = setbacks[moment];
  return kind === undefined || kind === setback?.kind;
}

/** After this time a moment is no news. Mails that a restored backup brings back are older. */
const newsMs: Record<Moment, number> = {
  collected: 6 * hourMs,
  held: dayMs,
  missed: 12 * hourMs,
  delayed: 6 * hourMs,
  approaching: 30 * minuteMs,
  finished: dayMs,
};

/** Whether a mail still tells how it stands. */
export function isNews(
  moment: Moment,
  { status, setback }: { status: Status; setback: Setback | null },
  ageMs: number,
): boolean {
  const isOpen = status === "in_transit" || (moment === "delayed" && status === "assigned");
  const isUnderWay = isOpen && lasts(moment, setback);
  return ageMs < newsMs[moment] && (moment === "finished" ? status !== "in_transit" : isUnderWay);
}
