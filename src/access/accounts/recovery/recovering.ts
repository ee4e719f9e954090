import type { Deps } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import { operatorIn, type SessionPrincipal } from "../../../infra/http/principal.ts";
import { findUserByEmail } from "../opening.ts";
import { removeSecondFactor } from "../proof/second-factor.ts";
import type { ResetLinkView } from "../schema.ts";
import { accountStore, type UserRow } from "../store.ts";
import { issueResetLink } from "./password-reset.ts";

/** What the operator does for somebody who lost the password or the phone. */

/** Turns the second factor off, without one's codes. @throws AppError `validation_failed` */
export async function turnSecondFactorOff(
  deps: Deps,
  email: string,
): Promise<{ user: UserRow; wasOn: boolean }> {
  const user = requireUser(deps, email);
  return { user, wasOn: await removeSecondFactor(deps, operatorIn(user.accountId), user.id) };
}

/** A link that the operator hands over. @throws AppError `validation_failed` */
export function makeResetLink(deps: Deps, email: string): Promise<ResetLinkView> {
  if (deps.publicUrl() === "") {
    throw invalidField("#/publicUrl", "required", "is required while no server runs");
  }
  return issueResetLink(deps, requireUser(deps, email));
}

/**
 * Makes a link to reset a user's password, for the operator on the dashboard.
 * @throws AppError `not_found`, `confirmation_required`
 */
export function makeResetLinkOf(
  deps: Deps,
  operator: SessionPrincipal,
  accountId: string,
  userId: string,
): Promise<ResetLinkView> {
  const user = accountStore(deps.stores.accounts.db).findUser(userId);
  if (user?.accountId !== accountId) throw new AppError("not_found");
  return issueResetLink(deps, user, operator);
}

function requireUser(deps: Deps, email: string): UserRow {
  const user = findUserByEmail(deps.stores.accounts.db, email);
  if (!user) throw invalidField("#/email", "unknown", "belongs to no user");
  return user;
}
