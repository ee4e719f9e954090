import type { Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { invalidField } from "../../../infra/errors.ts";
import type { Actor, RequestOrigin, SessionPrincipal } from "../../../infra/http/principal.ts";
import { appendAudit } from "../../audit/service.ts";
import { countLink, countLinkOf, countSignUp } from "../../limits/attempts.ts";
import { normalizeEmail } from "../account.ts";
import { linkStore } from "../mails/mail-store.ts";
import { findLink, linkWaitMs, mailedLink, mailThrottled } from "../mails/mailed-links.ts";
import { queueSecurityMail } from "../mails/security-mails.ts";
import { findUserByEmail, refuseTakenEmail } from "../opening.ts";
import { requireStill } from "../people.ts";
import { requireConfirmed } from "../proof/confirmation.ts";
import type { ChangeEmail } from "../schema.ts";
import { accountStore, type UserRow } from "../store.ts";
import { verificationStore } from "./verification-store.ts";

/**
 * Changes the address that a user signs in with. The new address gets a link, and nothing changes before somebody opens
 * it. The old one gets a notice of the request and of the change. An installation without mail changes the address at once.
 */

/**
 * With mail, the answer does not tell whether somebody else has the address: the mail to it does.
 * @throws AppError `confirmation_required`, `validation_failed`, `mail_throttled`; without mail `email_taken`,
 * `sign_up_throttled`
 */
export async function requestEmailChange(
  deps: Deps,
  signedIn: SessionPrincipal,
  input: ChangeEmail,
): Promise<void> {
  requireConfirmed(deps, signedIn);
  const email = normalizeEmail(input.email);
  if (email === signedIn.user.email) throw invalidField("#/email", "unchanged", "is already your address");
  const { origin } = signedIn;
  const now = deps.realClock.now();
  if (!deps.mailer) {
    // Otherwise this would tell faster than signing up does which addresses are taken.
    countSignUp(deps, origin, now);
    return deps.stores.accounts.write((tx) => {
      refuseTakenEmail(tx, email);
      applyChange(deps, tx, signedIn, requireStill(tx, signedIn), email, null);
    });
  }
  const waitMs = countLinkOf(deps, signedIn.user.id, now) || countLink(deps, origin, now);
  if (waitMs > 0) throw mailThrottled(waitMs);
  await deps.stores.accounts.write((tx) => {
    const sharedWaitMs = linkWaitMs(tx, "email_change", now);
    if (sharedWaitMs > 0) throw mailThrottled(sharedWaitMs);
    const user = requireStill(tx, signedIn);
    linkStore(tx).put(mailedLink("email_change", user.id, email, now));
    queueSecurityMail(deps, tx, user, "email_change_requested", { email });
  });
}

/** Applies a change with the token that was mailed to the new address. @returns false if it is no such token */
export function confirmChange(deps: Deps, tx: Tx, token: string, origin: RequestOrigin): boolean {
  const { link, user } = findLink(deps, tx, "email_change", token) ?? {};
  if (!link?.email || !user || findUserByEmail(tx, link.email)) return false;
  const { id, accountId, email } = user;
  const actor = { kind: "stranger", accountId, origin, user: { id, email } } as const;
  applyChange(deps, tx, actor, user, link.email, deps.realClock.now());
  return true;
}

/** Links to the old address end, because its mailbox may be in other hands. */
function applyChange(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  user: UserRow,
  email: string,
  verifiedAt: number | null,
): void {
  accountStore(tx).setEmail(user.id, email, verifiedAt);
  verificationStore(tx).remove(user.id);
  linkStore(tx).removeOf(user.id);
  appendAudit(deps, tx, actor, {
    action: "email.changed",
    target: { type: "user", id: user.id, name: email },
  });
  queueSecurityMail(deps, tx, user, "email_changed", { email });
}
