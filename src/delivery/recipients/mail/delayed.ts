import { linkDaysOf } from "../../../access/accounts/deletion/retention.ts";
import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Deps, Writing } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { isUnreachable } from "../../../infra/public-address.ts";
import { minuteMs } from "../../../infra/units.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { isLinkOpen } from "../../lifecycle/state/tracking-link.ts";
import type { MailReason } from "./moment.ts";
import { sendsRecipientMails } from "./permission.ts";
import { insertMail } from "./queue.ts";
import { type RecipientMailRow, recipientMailStore } from "./store.ts";

/** Mails that tell a recipient another time, because a dispatcher moved the promise and wants them to know. */

/** A delivery's recipient reads at most one in this time. What moved since the last one is in the next. */
const delayedEveryMs = 15 * minuteMs;

/** Why the recipient would get no mail of another time; undefined if they would. */
export function untoldBecause(
  deps: Deps,
  db: Db | Tx,
  environment: Environment,
  shipment: ShipmentRow,
): MailReason | undefined {
  const { accountId, delivery, redactedAt, isReturn } = shipment;
  if (redactedAt !== null) return "erased";
  // The recipient of a return is the sender.
  if (!delivery.contact.email || isReturn) return "no_address";
  if (!sendsRecipientMails(deps, environment, accountId)) return "switched_off";
  if (isUnreachable(deps)) return "address_is_local";
  if (
    recipientMailStore(db)
      .ofShipment(shipment.id)
      .some(({ stoppedAt }) => stoppedAt !== null)
  )
    return "stopped";
  return isLinkOpen(shipment, linkDaysOf(deps, accountId), deps.clock.now()) ? undefined : "link_ended";
}

/**
 * Queues the mail in the transaction of the move. One that waits tells how it stands when it goes, so it is not queued
 * twice. @returns why nobody is told; undefined if somebody is
 */
export function queueDelayedMail(writing: Writing, shipment: ShipmentRow): MailReason | undefined {
  const { deps, tx, environment, now } = writing;
  const reason = untoldBecause(deps, tx, environment, shipment);
  if (reason !== undefined) return reason;
  const { id: shipmentId, accountId } = shipment;
  const isWaiting = delayedMails(tx, shipmentId).some(
    // One that is being sent may tell the earlier window.
    ({ status, attemptedAt }) => status === "waiting" && attemptedAt === null,
  );
  if (isWaiting) return undefined;
  const dueAt = Math.max(now, nextDelayedAt(tx, { id: null, shipmentId }));
  insertMail(writing, { accountId, shipmentId, moment: "delayed", dueAt });
  return undefined;
}

/** From when on the recipient may read another one: 15 minutes after the last that was sent, or may have been. */
export function nextDelayedAt(tx: Tx, { id, shipmentId }: { id: string | null; shipmentId: string }): number {
  const others = delayedMails(tx, shipmentId).filter((mail) => mail.id !== id);
  return Math.max(0, ...others.map(({ attemptedAt, sentAt }) => sentAt ?? attemptedAt ?? 0)) + delayedEveryMs;
}

function delayedMails(tx: Tx, shipmentId: string): RecipientMailRow[] {
  return recipientMailStore(tx)
    .ofShipment(shipmentId)
    .filter(({ moment }) => moment === "delayed");
}

/** The window that a mail tells; null without one. */
export function windowText({ delivery: { window } }: Pick<ShipmentRow, "delivery">): string | null {
  return window && `${window.start}/${window.end}`;
}

/** Whether the last other mail told the same window, or there is none to tell. */
export function isToldAlready(tx: Tx, { id }: Pick<RecipientMailRow, "id">, shipment: ShipmentRow): boolean {
  const window = windowText(shipment);
  const last = delayedMails(tx, shipment.id).findLast((mail) => mail.id !== id && mail.toldWindow !== null);
  return (
    window === null || (last?.toldWindow === window && (last.status === "sent" || last.status === "waiting"))
  );
}
