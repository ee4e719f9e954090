import { type DueRows, noDueRows } from "../../../infra/db/due-rows.ts";
import type { Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import type { RequestOrigin, SessionPrincipal } from "../../../infra/http/principal.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import { type Mail, nextMailAttemptAt } from "../../../infra/mail/mail.ts";
import { dayMs, hourMs } from "../../../infra/units.ts";
import { countLink } from "../../limits/attempts.ts";
import { retryAfter } from "../../limits/limiter.ts";
import { accountStore } from "../store.ts";
import { confirmChange } from "./email-change.ts";
import { linksDue, verificationStore } from "./verification-store.ts";

/**
 * Waybill sends notices to verified addresses only, because anybody can sign up with any address. Opening the link in
 * the mail verifies the address. The database has the token's hash, never the token.
 */

const linkMs = dayMs;
/**
 * Limits for mail that strangers can cause: one link a day for each address, and a number an hour in total, of which
 * one network gets a few (`countLink`).
 */
const askAgainMs = dayMs;
const linksPerHourMax = 20;

/** Sends the user a link. @throws AppError `email_verification_throttled`, `mail_unavailable` */
export async function requestLink(deps: Deps, { user: { id }, origin }: SessionPrincipal): Promise<void> {
  if (!deps.mailer) throw new AppError("mail_unavailable");
  await deps.stores.accounts.write((tx) => {
    if (accountStore(tx).findUser(id)?.emailVerifiedAt !== null) return;
    const now = deps.realClock.now();
    const [ownWaitMs, sharedWaitMs] = [ownWait(tx, id, now), sharedWait(tx, now)];
    if (ownWaitMs > 0) {
      const detail = "We emailed this address a link less than 24 hours ago. Check its spam folder too.";
      throw throttled(Math.max(ownWaitMs, sharedWaitMs), detail);
    }
    const waitMs = sharedWaitMs || countLink(deps, origin, now);
    if (waitMs > 0) throw throttled(waitMs, "Too many links are being requested. Try again later.");
    queueLink(tx, id, now);
  });
}

/** For sign-up. After too many links none is queued; the user can request one later. */
export function queueFirstLink(deps: Deps, tx: Tx, userId: string, origin: RequestOrigin): void {
  const now = deps.realClock.now();
  if (!deps.mailer || sharedWait(tx, now) > 0 || countLink(deps, origin, now) > 0) return;
  queueLink(tx, userId, now);
}

function queueLink(tx: Tx, userId: string, now: number): void {
  const noLink = { tokenHash: null, expiresAt: null };
  verificationStore(tx).put({ userId, askedAt: now, ...noLink, attempts: 0, dueAt: now });
}

function ownWait(tx: Tx, userId: string, now: number): number {
  const askedAt = verificationStore(tx).find(userId)?.askedAt;
  return askedAt === undefined ? 0 : Math.max(0, askedAt + askAgainMs - now);
}

function sharedWait(tx: Tx, now: number): number {
  const askedAt = verificationStore(tx).askedAt(now - hourMs, linksPerHourMax);
  return askedAt === undefined ? 0 : askedAt + hourMs - now;
}

function throttled(waitMs: number, detail: string): AppError {
  const headers = retryAfter(waitMs);
  return new AppError("email_verification_throttled", { detail, headers });
}

/** Verifies the address that got the token; a new address takes the place of the old one. A token works once. @throws AppError `email_verification_refused` */
export function confirmEmail(deps: Deps, token: string, origin: RequestOrigin): Promise<void> {
  return deps.stores.accounts.write((tx) => {
    if (confirmChange(deps, tx, token, origin)) return;
    const now = deps.realClock.now();
    const link = verificationStore(tx).findByToken(sha256Hex(token));
    if (!link || (link.expiresAt ?? 0) <= now) {
      throw new AppError("email_verification_refused", {
        detail: "The link is wrong, was used, or is older than 24 hours. Sign in to request a new one.",
      });
    }
    accountStore(tx).setVerified(link.userId, now);
    verificationStore(tx).remove(link.userId);
  });
}

/** Users whose mail is due. */
export function dueLinks({ mailer, stores }: Deps): DueRows {
  return mailer ? linksDue(stores.accounts) : noDueRows;
}

/** Tries once to send the mail, with a new token. Tokens of earlier attempts become invalid. */
export async function sendLink(deps: Deps, userId: string): Promise<void> {
  const { accounts } = deps.stores;
  const user = accountStore(accounts.db).findUser(userId);
  const link = verificationStore(accounts.db).find(userId);
  if (!deps.mailer || !user || !link) return;
  const token = deps.ids.token();
  const expiresAt = deps.realClock.now() + linkMs;
  await accounts.write((tx) =>
    verificationStore(tx).change(userId, { tokenHash: sha256Hex(token), expiresAt }),
  );
  const failure = await deps.mailer.send({ to: [user.email], ...verificationMail(deps.publicUrl(), token) });
  const attempts = link.attempts + 1;
  const dueAt = failure ? nextMailAttemptAt(attempts, deps.realClock.now()) : null;
  if (failure) {
    const facts = { err: failure, user_id: userId, attempts, given_up: dueAt === null };
    deps.log.warn(facts, "Sending a verification link failed");
  }
  await accounts.write((tx) => verificationStore(tx).change(userId, { attempts, dueAt }));
}

/** The token is in the fragment, which no server and no log sees. */
function verificationMail(publicUrl: string, token: string): Mail {
  const text = `Somebody signed up to Waybill at ${publicUrl} with this email address.

If it was you, verify the address within 24 hours:
${publicUrl}/dashboard/verify-email#${token}

Waybill sends notices to verified addresses only, for example when it disables a webhook endpoint.
If it was not you, ignore this email. You will get no notices.
`;
  return { subject: "Verify your email address for Waybill", text };
}
