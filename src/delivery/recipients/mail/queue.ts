import type { Writing } from "../../../infra/deps.ts";
import type { AppendedEvent } from "../../../infra/event.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import { trackingOf } from "../../lifecycle/tracking/service.ts";
import { concernsRecipient, momentFor } from "./moment.ts";
import { sendsRecipientMails } from "./permission.ts";
import { type RecipientMailRow, recipientMailStore } from "./store.ts";

/**
 * Subscribes to events: writes the recipient's mail in the transaction of what it tells, so that no crash loses it or
 * makes it twice. Whether it may be sent is decided when it is.
 */
export function queueRecipientMail(writing: Writing, event: AppendedEvent): void {
  const { deps, tx, environment, now } = writing;
  const { type, accountId, shipmentId, onlyTo } = event;
  const moment = momentFor(type);
  if (!moment || shipmentId === null || onlyTo !== undefined) return;
  if (!sendsRecipientMails(deps, environment, accountId)) return;
  const shipment = findShipment(tx, shipmentId);
  // The recipient of a return is the sender.
  if (!shipment?.delivery.contact.email || shipment.isReturn) return;
  const setback = trackingOf(tx, shipment)?.setback ?? null;
  if (!concernsRecipient(moment, shipment.status, setback)) return;
  const mails = recipientMailStore(tx).ofShipment(shipmentId);
  // A mail that told of another end is no news any more; one that waits tells how it stands when it goes.
  const isRevised = (mail: RecipientMailRow) => type === "shipment.delivered" && mail.status !== "waiting";
  const isTold = mails.some((mail) => mail.moment === moment && !isRevised(mail));
  if (isTold || mails.some(({ stoppedAt }) => stoppedAt !== null)) return;
  insertMail(writing, { accountId, shipmentId, moment, dueAt: now });
}

/** A mail that waits until `dueAt`. */
export function insertMail(
  { deps, tx, now }: Writing,
  mail: Pick<RecipientMailRow, "accountId" | "shipmentId" | "moment" | "dueAt">,
): void {
  recipientMailStore(tx).insert({
    ...mail,
    id: deps.ids.make("rml"),
    status: "waiting",
    reason: null,
    stopToken: deps.ids.token(),
    stoppedAt: null,
    addressHash: null,
    toldWindow: null,
    createdAt: now,
    attempts: 0,
    attemptedAt: null,
    sentAt: null,
  });
}
