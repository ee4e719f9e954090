import { type Static, Type } from "@sinclair/typebox";
import { findAccount } from "../../access/accounts/operator/administration.ts";
import { SignIn } from "../../access/accounts/schema.ts";
import { erasePerson } from "../../access/erasure/person.ts";
import { removeUserByEmail } from "../../access/people/removal.ts";
import type { DeliveryDeps } from "../../delivery/carriers/deps.ts";
import { closeAccount, deleteAccountNow, reopenAccount } from "../../delivery/privacy/account/deletion.ts";
import { Closed, Text } from "../../infra/http/schema.ts";

export const DeleteAccount = Closed({
  account: Text({ minLength: 1, maxLength: 254 }),
  when: Type.Union([Type.Literal("later"), Type.Literal("now"), Type.Literal("never")]),
});

/** Deletes an account after the waiting time, or at once, or takes its deletion back. */
export async function deleteByCommand(deps: DeliveryDeps, { account, when }: Static<typeof DeleteAccount>) {
  const { id } = findAccount(deps, account);
  switch (when) {
    case "never":
      await reopenAccount(deps, id, null);
      return { account_id: id, due_at: null };
    case "later":
      return { account_id: id, due_at: (await closeAccount(deps, id, null)).due_at };
    case "now":
      return { account_id: id, due_at: (await deleteAccountNow(deps, id)).due_at };
  }
}

export const DeleteUser = Closed({ email: SignIn.properties.email });

/** Removes a user, and erases what logs and files hold of the person. */
export async function deleteUserByCommand(deps: DeliveryDeps, { email }: Static<typeof DeleteUser>) {
  const { id, accountId } = await removeUserByEmail(deps, email);
  // A running server has a job for it.
  if (deps.loops.length === 0) await erasePerson(deps, id);
  return { user_id: id, account_id: accountId };
}
