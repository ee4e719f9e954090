import { type DueRows, noDueRows } from "../../../infra/db/due-rows.ts";
import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import { nextMailAttemptAt } from "../../../infra/mail/mail.ts";
import { dayMs, hourMs } from "../../../infra/units.ts";
import { retryAfter } from "../../limits/limiter.ts";
import { changeMail, resetMail, takenMail } from "../mail-text.ts";
import { findUserByEmail } from "../opening.ts";
import { accountStore, type UserRow } from "../store.ts";
import { type LinkRow, linkStore, mailedLinksDue } from "./mail-store.ts";

/**
 * Links that prove that somebody reads the mail of an address. They work once. The database has the token's hash, never
 * the token: each attempt to send makes a new one.
 */

type LinkKind = LinkRow["kind"];

export const linkLifetimeMs = { password_reset: hourMs, email_change: dayMs } as const;
/** Of an installation and a kind, because strangers can cause them. */
const linksPerHourMax = 20;

/** One link of a kind for each user; `nobody` stands for all addresses that no user has. */
export function linkId(kind: LinkKind, userId: string | null): string {
  return `${kind} ${userId ?? "nobody"}`;
}

/** A link whose mail is due now. */
export function mailedLink(
  kind: LinkKind,
  userId: string | null,
  email: string | null,
  now: number,
): LinkRow {
  const noToken = { tokenHash: null, expiresAt: null };
  return { id: linkId(kind, userId), kind, userId, email, askedAt: now, ...noToken, attempts: 0, dueAt: now };
}

/** Milliseconds until the installation may mail another link of this kind; 0 for now. */
export function linkWaitMs(tx: Tx, kind: LinkKind, now: number): number {
  const askedAt = linkStore(tx).askedAt(kind, now - hourMs, linksPerHourMax);
  return askedAt === undefined ? 0 : Math.max(0, askedAt + hourMs - now);
}

/** The error for too many requests for mail. */
export function mailThrottled(waitMs: number): AppError {
  return new AppError("mail_throttled", { headers: retryAfter(waitMs) });
}

/** The link of this token and its user; undefined for a wrong, used or old one. */
export function findLink({ realClock }: Deps, db: Db, kind: LinkKind, token: string) {
  const link = linkStore(db).findByToken(sha256Hex(token));
  if (link?.kind !== kind || link.userId === null || (link.expiresAt ?? 0) <= realClock.now())
    return undefined;
  const user = accountStore(db).findUser(link.userId);
  return user && { link, user };
}

export function dueMailedLinks({ mailer, stores }: Deps): DueRows {
  return mailer ? mailedLinksDue(stores.accounts) : noDueRows;
}

/** Tries once to send the link, with a new token. Tokens of earlier attempts become invalid. */
export async function sendMailedLink(deps: Deps, id: string): Promise<void> {
  const token = deps.ids.token();
  const tokenHash = sha256Hex(token);
  const claimed = await claim(deps, id, tokenHash);
  if (!deps.mailer || !claimed) return;
  const { link, user, isTaken } = claimed;
  const mail = isTaken ? takenMail(deps.publicUrl()) : textOf[link.kind](deps.publicUrl(), token);
  const failure = await deps.mailer.send({ to: [link.email ?? user.email], ...mail });
  const attempts = link.attempts + 1;
  const dueAt = failure ? nextMailAttemptAt(attempts, deps.realClock.now()) : null;
  if (failure) {
    const facts = { err: failure, user_id: user.id, attempts, given_up: dueAt === null };
    deps.log.warn(facts, "Sending a link failed");
  }
  // A link that was requested meanwhile has no token yet, and stays due.
  await deps.stores.accounts.write((tx) => linkStore(tx).changeByToken(tokenHash, { attempts, dueAt }));
}

/** Gives the link its token; undefined if it is not due any more. */
function claim(deps: Deps, id: string, tokenHash: string) {
  return deps.stores.accounts.write((tx): { link: LinkRow; user: UserRow; isTaken: boolean } | undefined => {
    const link = linkStore(tx).find(id);
    const user = link?.userId ? accountStore(tx).findUser(link.userId) : undefined;
    if (!link || link.dueAt === null || !user) return undefined;
    const expiresAt = deps.realClock.now() + linkLifetimeMs[link.kind];
    linkStore(tx).change(id, { tokenHash, expiresAt });
    return { link, user, isTaken: link.email !== null && findUserByEmail(tx, link.email) !== undefined };
  });
}

const textOf = { password_reset: resetMail, email_change: changeMail } as const;
