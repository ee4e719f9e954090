import { linkDaysOf } from "../../../access/accounts/deletion/retention.ts";
import { getAccount } from "../../../access/accounts/sign-in/service.ts";
import { type DueRows, noDueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { sign } from "../../../infra/ids.ts";
import { nextMailAttemptAt } from "../../../infra/mail/mail.ts";
import { isAddressRefused } from "../../../infra/mail/smtp.ts";
import { isUnreachable } from "../../../infra/public-address.ts";
import { dayMs } from "../../../infra/units.ts";
import { getBrand } from "../../lifecycle/brand/service.ts";
import { findShipment, withAssignment } from "../../lifecycle/state/reading.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { isLinkOpen, trackingUrl } from "../../lifecycle/state/tracking-link.ts";
import { trackingOf } from "../../lifecycle/tracking/service.ts";
import { toEtaView, toSetbackView } from "../../lifecycle/tracking/view.ts";
import { zoneAtAddress } from "../../model/address-zone.ts";
import { isToldAlready, restsUntil, windowText } from "./delayed.ts";
import type { WriteLetter } from "./letter.ts";
import { isNews, type MailReason } from "./moment.ts";
import { sendsRecipientMails } from "./permission.ts";
import { senderNameOf } from "./sender-name.ts";
import { type RecipientMailRow, recipientMailStore, recipientMailsDue } from "./store.ts";

/** Mails that an address gets in 24 hours, of all accounts. */
const perAddressMax = 12;

export function dueRecipientMails({ mailer, stores }: Deps, environment: Environment): DueRows {
  return mailer ? recipientMailsDue(stores.platform(environment)) : noDueRows;
}

/**
 * Tries once to send a mail. The attempt counts before it is made: a server that is killed while it sends tries again
 * later, so a mail may come twice, with the same Message-ID. One whose last attempt was cut off so is given up.
 */
export async function sendRecipientMail(
  deps: Deps,
  environment: Environment,
  id: string,
  writeLetter: WriteLetter,
): Promise<void> {
  const claimed = await write(deps, environment, (writing) => claim(writing, id));
  if (!deps.mailer || !claimed) return;
  const failure = await deps.mailer.send(await letterTo(deps, environment, claimed, writeLetter));
  const { attempts, dueAt } = claimed.mail;
  const isRefused = failure !== undefined && isAddressRefused(failure);
  const isGivenUp = failure !== undefined && (isRefused || dueAt === null);
  if (failure) {
    // Its message may name the address.
    const { code } = failure as { code?: string };
    const facts = { mail_id: id, code, attempts, address_refused: isRefused, given_up: isGivenUp };
    deps.log.warn(facts, "Sending a mail to a recipient failed");
  }
  const outcome = failure === undefined ? "sent" : isRefused ? "address_refused" : "mail_server";
  await write(deps, environment, ({ tx, now }) =>
    recipientMailStore(tx).change(id, changeAfter(outcome, isGivenUp, now)),
  );
}

/** Only what went out counts for the limits; a refused address rests for a day. */
function changeAfter(
  outcome: "sent" | "address_refused" | "mail_server",
  isGivenUp: boolean,
  now: number,
): Partial<RecipientMailRow> {
  if (outcome === "sent") return { status: "sent", reason: null, sentAt: now, dueAt: null };
  const failed = { status: "failed", reason: outcome, dueAt: null } as const;
  if (outcome === "address_refused") return failed;
  return { attemptedAt: null, addressHash: null, ...(isGivenUp && failed) };
}

interface Claimed {
  mail: RecipientMailRow;
  shipment: ShipmentRow;
  to: string;
}

/** Decides whether the mail may be sent, and counts the attempt. */
function claim(writing: Writing, id: string): Claimed | undefined {
  const { deps, tx, now } = writing;
  const mails = recipientMailStore(tx);
  const mail = mails.find(id);
  const shipment = mail && findShipment(tx, mail.shipmentId);
  if (!shipment || mail.dueAt === null) return undefined;
  const to = shipment.delivery.contact.email;
  const addressHash = to === null ? null : hashOf(deps, to);
  const reason = reasonToSkip(writing, mail, shipment, addressHash);
  if (reason !== undefined || to === null) {
    mails.change(id, { status: "skipped", reason: reason ?? "no_address", dueAt: null });
    return undefined;
  }
  const restedAt = mail.moment === "delayed" ? restsUntil(tx, mail) : 0;
  if (restedAt > now) {
    mails.change(id, { dueAt: restedAt });
    return undefined;
  }
  const attempts = mail.attempts + 1;
  const dueAt = nextMailAttemptAt(attempts, now);
  // A later mail of another window is no repetition, so each says which one it told.
  const toldWindow = mail.moment === "delayed" ? windowText(shipment) : null;
  const attempt = { attempts, attemptedAt: now, addressHash, dueAt, toldWindow };
  // A crash in the last attempt leaves it so.
  const left = attempt.dueAt === null ? ({ status: "failed", reason: "mail_server" } as const) : {};
  mails.change(id, { ...attempt, ...left });
  return { mail: { ...mail, ...attempt }, shipment, to };
}

function reasonToSkip(
  { deps, tx, environment, now }: Writing,
  mail: RecipientMailRow,
  shipment: ShipmentRow,
  addressHash: string | null,
): MailReason | undefined {
  const mails = recipientMailStore(tx);
  if (shipment.redactedAt !== null) return "erased";
  if (addressHash === null) return "no_address";
  if (mails.ofShipment(shipment.id).some(({ stoppedAt }) => stoppedAt !== null)) return "stopped";
  if (!sendsRecipientMails(deps, environment, mail.accountId)) return "switched_off";
  if (isUnreachable(deps)) return "address_is_local";
  if (!isLinkOpen(shipment, linkDaysOf(deps, mail.accountId), now)) return "link_ended";
  const setback = trackingOf(tx, shipment)?.setback ?? null;
  if (!isNews(mail.moment, { status: shipment.status, setback }, now - mail.createdAt)) return "outdated";
  if (mail.moment === "delayed" && isToldAlready(tx, mail, shipment)) return "outdated";
  const before = mails.countTo(mail.id, addressHash, now - dayMs);
  if (before.isRefused) return "address_refused";
  const isOver =
    before.total >= perAddressMax ||
    mails.countOfAccount(mail, now - dayMs) >= deps.config.recipientMailsPerDay;
  return isOver ? "limit_reached" : undefined;
}

/** Nobody can find the address in a copy of the database by trying some. */
function hashOf({ cursorKey }: Deps, address: string): string {
  return sign(cursorKey, `recipient ${address.toLowerCase()}`).toString("hex");
}

async function letterTo(
  deps: Deps,
  environment: Environment,
  { mail, shipment, to }: Claimed,
  writeLetter: WriteLetter,
) {
  const { db } = deps.stores.platform(environment);
  const { assignment } = withAssignment(db, shipment);
  const { contact, color } = getBrand(deps, mail.accountId);
  const { pickup, delivery } = shipment;
  const tracking = trackingOf(db, shipment);
  const eta = toEtaView(shipment.status, tracking, assignment ?? undefined);
  const setback = toSetbackView(shipment.status, tracking);
  const senderName = senderNameOf(pickup.contact.company, getAccount(deps, mail.accountId).name);
  const stopUrl = `${deps.publicUrl()}/stop-emails/${mail.stopToken}`;
  const letter = await writeLetter({
    moment: mail.moment,
    status: shipment.status,
    reason: shipment.failure?.reason_code ?? setback?.reason_code ?? null,
    language: delivery.contact.language ?? null,
    country: delivery.address.country,
    timeZone: await zoneAtAddress(delivery.address, deps.realClock.now()),
    senderName,
    color,
    trackingNumber: shipment.trackingNumber,
    trackingUrl: trackingUrl(deps, shipment) ?? deps.publicUrl(),
    stopUrl,
    now: deps.realClock.now(),
    failedAt: setback?.kind === "attempt_failed" ? Date.parse(setback.occurred_at) : null,
    promised: delivery.window && {
      from: Date.parse(delivery.window.start),
      to: Date.parse(delivery.window.end),
    },
    expectedDay: eta?.delivery_date ?? null,
    expectedAt: eta?.delivery ? Date.parse(eta.delivery) : null,
    deliveredAt: shipment.deliveredAt,
  });
  return { ...letter, to: [to], senderName, replyTo: contact.email, stopUrl, id: mail.id };
}
