import type { Deps } from "../../infra/deps.ts";
import { invalidField } from "../../infra/errors.ts";
import { operatorIn } from "../../infra/http/principal.ts";
import { findUserByEmail } from "./opening.ts";
import { removeSecondFactor } from "./second-factor.ts";
import type { UserRow } from "./store.ts";

/** What the operator does for somebody who lost the password or the phone. */

/** Turns the second factor off, without one's codes. @throws AppError `validation_failed` */
export async function turnSecondFactorOff(
  deps: Deps,
  email: string,
): Promise<{ user: UserRow; wasOn: boolean }> {
  const user = requireUser(deps, email);
  return { user, wasOn: await removeSecondFactor(deps, operatorIn(user.accountId), user) };
}

function requireUser(deps: Deps, email: string): UserRow {
  const user = findUserByEmail(deps.stores.accounts.db, email);
  if (!user) throw invalidField("#/email", "unknown", "belongs to no user");
  return user;
}
