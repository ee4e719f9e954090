import type { Tx } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError, invalidField } from "../../infra/errors.ts";
import { type Actor, operatorIn, type SessionPrincipal } from "../../infra/http/principal.ts";
import { removeUser } from "../accounts/deletion/removal.ts";
import { findUserByEmail } from "../accounts/opening.ts";
import { findUser, requireMember, requireStill } from "../accounts/people.ts";
import { requireConfirmed } from "../accounts/proof/confirmation.ts";
import type { UserRow } from "../accounts/store.ts";
import { emailsInAudit } from "../audit/erasing.ts";
import { appendAudit } from "../audit/service.ts";
import { recordErasure } from "../erasure/service.ts";
import { disableWebhooks, refuseLastOwner, revokeMadeBy } from "./members.ts";
import { invitationStore } from "./store.ts";

/** Takes people out of their account. What logs and files hold of them is erased within seconds. */

/**
 * Removes a person of the account; everybody may leave it. It takes effect with the person's next request.
 * @throws AppError `not_found`, `scope_missing`, `confirmation_required`, `last_owner`, `operator_not_removable`
 */
export async function removeMember(
  deps: Deps,
  session: SessionPrincipal,
  id: string,
  revokes: boolean,
): Promise<void> {
  requireConfirmed(deps, session);
  const requireRemovable = (tx: Tx) => {
    if (id !== session.user.id) requireStill(tx, session, "people:write");
    const member = requireMember(tx, session.accountId, id);
    refuseRemoval(tx, member);
    return member;
  };
  if (revokes) await disableWebhooks(deps, session, id, requireRemovable);
  await deps.stores.accounts.write((tx) => {
    const member = requireRemovable(tx);
    if (revokes) revokeMadeBy(deps, tx, session, id);
    remove(deps, tx, session, member);
  });
}

/**
 * Removes a user by a command on the server's machine.
 * @throws AppError `validation_failed`, `last_owner`, `operator_not_removable`
 */
export function removeUserByEmail(deps: Deps, email: string): Promise<UserRow> {
  return deps.stores.accounts.write((tx) => {
    const user = findUserByEmail(tx, email);
    if (!user) throw invalidField("#/email", "unknown", "belongs to no user");
    remove(deps, tx, operatorIn(user.accountId), user);
    return user;
  });
}

/** Removes a user whom a restored backup brought back. @returns false while the account has no other owner */
export async function removeUserAgain(deps: Deps, id: string): Promise<boolean> {
  const removal = deps.stores.accounts.write((tx) => {
    const user = findUser(tx, id);
    if (user) remove(deps, tx, operatorIn(user.accountId), user);
  });
  return removal.then(
    () => true,
    (error) => {
      if (error instanceof AppError && error.status === 409) return false;
      throw error;
    },
  );
}

/** @throws AppError `last_owner`, `operator_not_removable` */
function refuseRemoval(tx: Tx, user: UserRow): void {
  if (user.isOperator) {
    throw new AppError("operator_not_removable", { detail: "This person runs the installation." });
  }
  if (user.role === "owner") refuseLastOwner(tx, user);
}

function remove(deps: Deps, tx: Tx, actor: Actor, user: UserRow): void {
  refuseRemoval(tx, user);
  const target = { type: "user", id: user.id, name: user.email } as const;
  appendAudit(deps, tx, actor, { action: "user.removed", target, details: { role: user.role } });
  const emails = emailsOf(tx, user);
  for (const email of emails) invitationStore(tx).removeOf(user.accountId, email);
  removeUser(deps, tx, user, emails);
  // A backup from before may be restored while the erasure is still on its way.
  recordErasure(tx, { kind: "user", id: user.id, environment: null }, deps.realClock.now());
}

/** A person's present and former addresses. A former one that somebody else signs in with now is theirs. */
function emailsOf(tx: Tx, { id, accountId, email }: UserRow): string[] {
  const former = emailsInAudit(tx, accountId, id).filter((each) => findUserByEmail(tx, each) === undefined);
  return [...new Set([email, ...former])];
}
