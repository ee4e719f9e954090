import { toTimestamp } from "../../infra/clock.ts";
import type { Db } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { RequestOrigin } from "../../infra/http/principal.ts";
import { sha256Hex } from "../../infra/ids.ts";
import { refuseSuspended } from "../accounts/deletion/suspension.ts";
import { insertUser, refuseTakenEmail } from "../accounts/opening.ts";
import { hashPassword, refuseCommonPassword } from "../accounts/proof/password.ts";
import { queueFirstLink } from "../accounts/recovery/verification.ts";
import { rememberNetwork } from "../accounts/sessions/familiar-networks.ts";
import { getSession, openSession, principalOf } from "../accounts/sessions/sessions.ts";
import { getAccount, type OpenedSession } from "../accounts/sign-in/service.ts";
import { appendAudit } from "../audit/service.ts";
import { countSignUp } from "../limits/attempts.ts";
import { invitationHours, isOpen } from "./invitation.ts";
import { refuseFull } from "./members.ts";
import type { AcceptInvitation, InvitedView } from "./schema.ts";
import { type InvitationRow, invitationStore } from "./store.ts";

/** What the link of an invitation opens, for people who have no user yet. */

/** @throws AppError `invitation_refused`, `account_suspended` */
export function readInvitation(deps: Deps, token: string): InvitedView {
  const { accountId, email, role, expiresAt } = requireOpen(deps, deps.stores.accounts.db, token);
  const { name } = getAccount(deps, accountId);
  return { account_name: name, email, role, expires_at: toTimestamp(expiresAt) };
}

/**
 * Creates the user with the invited address and role, and signs in. It works once: of simultaneous requests one wins.
 * @throws AppError `invitation_refused`, `account_suspended`, `email_taken`, `sign_up_throttled`, `limit_reached`,
 * `validation_failed` (a common password), `busy`
 */
export async function acceptInvitation(
  deps: Deps,
  { token, password }: AcceptInvitation,
  origin: RequestOrigin,
): Promise<OpenedSession> {
  const { accounts } = deps.stores;
  // Checked before the expensive hash, so that callers without a link cause no work.
  requireOpen(deps, accounts.db, token);
  countSignUp(deps, origin, deps.realClock.now());
  refuseCommonPassword("#/password", password);
  const passwordHash = await hashPassword(password, origin);
  const sessionId = deps.ids.make("ses");
  const opened = await accounts.write((tx) => {
    const row = requireOpen(deps, tx, token);
    const now = deps.realClock.now();
    refuseTakenEmail(tx, row.email);
    refuseFull(tx, row.accountId);
    const { id, accountId, email, role } = row;
    // Who has the mailed link gets mail at that address.
    const isVerified = row.mailedTokenHash === sha256Hex(token);
    const user = insertUser(deps, tx, accountId, {
      email,
      passwordHash,
      role,
      isOperator: false,
      isVerified,
    });
    invitationStore(tx).change(id, { endedAt: now, dueAt: null });
    if (!isVerified) queueFirstLink(deps, tx, user.id, origin);
    rememberNetwork(deps, tx, user.id, origin);
    const actor = principalOf({ id: sessionId, confirmedAt: now }, user, origin);
    const target = { type: "user", id: user.id, name: email } as const;
    appendAudit(deps, tx, actor, { action: "invitation.accepted", target, details: { role } });
    return openSession(deps, tx, user.id, sessionId, actor);
  });
  return { token: opened.token, view: getSession(deps, sessionId) };
}

/** @throws AppError `invitation_refused`, `account_suspended` */
function requireOpen(deps: Deps, db: Db, token: string): InvitationRow {
  const row = invitationStore(db).findByToken(sha256Hex(token));
  if (!row || !isOpen(row, deps.realClock.now())) {
    throw new AppError("invitation_refused", {
      detail: `The link is wrong, was used or withdrawn, or is older than ${invitationHours} hours. Ask for a new invitation.`,
    });
  }
  refuseSuspended(deps, row.accountId);
  return row;
}
