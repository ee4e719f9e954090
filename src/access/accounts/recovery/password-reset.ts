import { toTimestamp } from "../../../infra/clock.ts";
import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import type { RequestOrigin, SessionPrincipal } from "../../../infra/http/principal.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import { hourMs } from "../../../infra/units.ts";
import { appendAudit } from "../../audit/service.ts";
import { countLink } from "../../limits/attempts.ts";
import { type LinkRow, linkStore } from "../mails/mail-store.ts";
import {
  findLink,
  linkId,
  linkLifetimeMs,
  linkWaitMs,
  mailedLink,
  mailThrottled,
} from "../mails/mailed-links.ts";
import { queueSecurityMail } from "../mails/security-mails.ts";
import { findUserByEmail } from "../opening.ts";
import { auditChange } from "../operator/administration.ts";
import { requireConfirmed } from "../proof/confirmation.ts";
import { forgive, hashPassword, refuseCommonPassword } from "../proof/password.ts";
import { hasSecondFactor } from "../proof/second-factor.ts";
import type { RequestReset, ResetLinkView, ResetPassword } from "../schema.ts";
import { attemptAt } from "../sessions/familiar-networks.ts";
import { setNewPassword } from "../sessions/new-password.ts";
import { accountStore, type UserRow } from "../store.ts";

/** A forgotten password: a link sets a new one. It is mailed, or the operator hands it over. */

/** While a mailed link works no other one is mailed, so nobody can fill a mailbox. */
const askAgainMs = hourMs;
/** The mail waits until the response is out: work on it would delay the response where a user has the address. */
const sendAfterMs = 1_000;

/**
 * Mails a link if a user has the address. The answer and its time are the same for all addresses.
 * @throws AppError `mail_unavailable`, `mail_throttled` (by network)
 */
export async function requestReset(deps: Deps, input: RequestReset, origin: RequestOrigin): Promise<void> {
  if (!deps.mailer) {
    throw new AppError("mail_unavailable", {
      detail: "Ask the operator of this installation for a link that sets a new password.",
    });
  }
  const waitMs = countLink(deps, origin, deps.realClock.now());
  if (waitMs > 0) throw mailThrottled(waitMs);
  await deps.stores.accounts.write((tx) => {
    const user = findUserByEmail(tx, input.email);
    // A request that mails nothing writes a row too.
    linkStore(tx).put(nextLink(deps, tx, user));
  });
}

/** The row to write: a link that is due soon, or one that changes nothing. It reads the same rows for all addresses. */
function nextLink(deps: Deps, tx: Tx, user: UserRow | undefined): LinkRow {
  const now = deps.realClock.now();
  const before = linkStore(tx).find(linkId("password_reset", user?.id ?? null));
  const isBusy = linkWaitMs(tx, "password_reset", now) > 0;
  const nothing = { ...mailedLink("password_reset", null, null, now), dueAt: null };
  if (user === undefined) return nothing;
  const isMailed = before !== undefined && (before.dueAt !== null || before.attempts > 0);
  if (isMailed && Math.abs(now - before.askedAt) < askAgainMs) return before;
  if (!isBusy) return { ...mailedLink("password_reset", user.id, null, now), dueAt: now + sendAfterMs };
  deps.log.warn({ user_id: user.id }, "Too many links were requested; one for a new password was not sent");
  return nothing;
}

/**
 * Sets a new password with the link, which works once, and ends all sessions of the user. The second factor stays.
 * @throws AppError `password_reset_refused`, `validation_failed` (a common password; the link still works), `busy`
 */
export async function resetByLink(deps: Deps, input: ResetPassword, origin: RequestOrigin): Promise<void> {
  const { accounts } = deps.stores;
  const find = (db: Db) => findLink(deps, db, "password_reset", input.token);
  // Checked before the expensive hash, so that callers without a link cause no work.
  if (!find(accounts.db)) throw new AppError("password_reset_refused");
  refuseCommonPassword("#/password", input.password);
  const passwordHash = await hashPassword(input.password, origin);
  const user = await accounts.write((tx): UserRow => {
    const found = find(tx);
    if (!found) throw new AppError("password_reset_refused");
    const { link, user } = found;
    const { id, accountId, email } = user;
    if (link.attempts > 0 && user.emailVerifiedAt === null)
      accountStore(tx).setVerified(id, deps.realClock.now());
    const actor = { kind: "stranger", accountId, origin, user: { id, email } } as const;
    appendAudit(deps, tx, actor, { action: "password.reset", target: { type: "user", id, name: email } });
    setNewPassword(deps, tx, actor, { userId: id, passwordHash });
    queueSecurityMail(deps, tx, user, "password_reset");
    return user;
  });
  // Whoever has a link need not wait for the guesses before. It proves nothing about codes.
  if (!hasSecondFactor(deps, user.id)) forgive(deps, attemptAt(deps, user, user.email, origin));
}

/**
 * Makes a link that the operator hands over, in place of one that was mailed. The audit log of the account names no
 * operator, the operator's own does. @throws AppError `confirmation_required`
 */
export async function issueResetLink(
  deps: Deps,
  user: UserRow,
  operator?: SessionPrincipal,
): Promise<ResetLinkView> {
  if (operator) requireConfirmed(deps, operator);
  const token = deps.ids.token();
  const now = deps.realClock.now();
  const expiresAt = now + linkLifetimeMs.password_reset;
  const made = { tokenHash: sha256Hex(token), expiresAt, dueAt: null };
  await deps.stores.accounts.write((tx) => {
    linkStore(tx).put({ ...mailedLink("password_reset", user.id, null, now), ...made });
    const target = { type: "user", id: user.id, name: user.email } as const;
    const details = { expires_at: toTimestamp(expiresAt) };
    auditChange(deps, tx, user.accountId, { action: "password.link_created", target, details }, operator);
  });
  return { url: `${deps.publicUrl()}/dashboard/reset-password#${token}`, expires_at: toTimestamp(expiresAt) };
}
