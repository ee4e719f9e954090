import { appendAudit } from "../audit/service.ts";
import type { Deps } from "../deps.ts";
import { AppError, invalidField } from "../errors.ts";
import { isId } from "../ids.ts";
import { listTiers } from "../limits/service.ts";
import { normaliseEmail } from "./account.ts";
import { commandFor } from "./caller.ts";
import { insertAccount, insertUser, type Member, refuseTakenEmail, tellOpened } from "./opening.ts";
import { hashPassword, refuseCommonPassword } from "./password.ts";
import { endSessions } from "./service.ts";
import { type AccountRow, accountStore, type UserRow } from "./store.ts";

/** What commands on the server's own machine do with accounts and people; the audit log names no user. */

/** An account that nobody signs in to: keys are issued for it by whoever starts the server. */
export function createBareAccount(deps: Deps, name: string): Promise<AccountRow> {
  return deps.stores.accounts.write((tx) => {
    const account = insertAccount(deps, tx, name, deps.config.defaultTier);
    tellOpened(deps, tx, commandFor(account.id), account);
    return account;
  });
}

interface NewUser {
  email: string;
  password: string;
  /** An existing account: its id, or the e-mail address of one of its users. */
  account?: string;
  /** The name of a new one. */
  account_name?: string;
}

/** @throws AppError `email_taken`, `validation_failed` */
export async function createUser(deps: Deps, input: NewUser): Promise<Member> {
  refuseCommonPassword("#/password", input.password);
  const email = normaliseEmail(input.email);
  refuseTakenEmail(deps.stores.accounts.db, email);
  const name = nameOfNewAccount(input);
  const joined = input.account === undefined ? undefined : findAccount(deps, input.account);
  const passwordHash = await hashPassword(input.password);
  return deps.stores.accounts.write((tx) => {
    const account = joined ?? insertAccount(deps, tx, name, deps.config.defaultTier);
    const user = insertUser(deps, tx, account.id, { email, passwordHash, isOperator: false });
    const actor = commandFor(account.id);
    if (!joined) tellOpened(deps, tx, actor, account);
    const target = { type: "user", id: user.id, name: email } as const;
    appendAudit(deps, tx, actor, { action: "user.created", target });
    return { account, user };
  });
}

/** Empty where there is none to be made. @throws AppError `validation_failed` */
function nameOfNewAccount({ account, account_name: name }: NewUser): string {
  if ((account === undefined) !== (name === undefined)) return name ?? "";
  throw invalidField(
    "#/account",
    "choice",
    "names the account that the user joins, account_name a new one: one of the two is required",
  );
}

/** Ends all sessions of the user. @throws AppError `validation_failed` */
export async function resetPassword(
  deps: Deps,
  input: { email: string; password: string },
): Promise<{ user: UserRow; sessionsEnded: number }> {
  const user = accountStore(deps.stores.accounts.db).findUserByEmail(normaliseEmail(input.email));
  if (!user) throw invalidField("#/email", "unknown", "belongs to no user");
  refuseCommonPassword("#/password", input.password);
  const passwordHash = await hashPassword(input.password);
  return deps.stores.accounts.write((tx) => {
    accountStore(tx).setPassword(user.id, passwordHash);
    const actor = commandFor(user.accountId);
    const target = { type: "user", id: user.id, name: user.email } as const;
    appendAudit(deps, tx, actor, { action: "password.changed", target });
    return { user, sessionsEnded: endSessions(deps, tx, actor, user.id) };
  });
}

/** Moves an account to a tier for its very next request. @throws AppError `not_found`, `validation_failed` */
export function setTier(deps: Deps, accountId: string, tier: string): Promise<AccountRow> {
  const tiers = listTiers(deps).map(({ name }) => name);
  if (!tiers.includes(tier)) throw invalidField("#/tier", "enum", `must be one of ${tiers.join(", ")}`);
  return deps.stores.accounts.write((tx) => {
    const before = accountStore(tx).findAccount(accountId);
    if (!before) throw new AppError("not_found");
    const account = { ...before, tier };
    if (before.tier === tier) return account;
    accountStore(tx).setTier(accountId, tier);
    appendAudit(deps, tx, commandFor(accountId), {
      action: "account.tier_changed",
      target: { type: "account", id: accountId, name: before.name },
      details: { tier, previous_tier: before.tier },
    });
    return account;
  });
}

/** By its id, or by the e-mail address of one of its users. @throws AppError `validation_failed` */
export function findAccount(deps: Deps, named: string): AccountRow {
  const accounts = accountStore(deps.stores.accounts.db);
  const id = isId("acct", named) ? named : accounts.findUserByEmail(normaliseEmail(named))?.accountId;
  const account = id === undefined ? undefined : accounts.findAccount(id);
  if (account) return account;
  throw invalidField(
    "#/account",
    "unknown",
    "is no account: name it by its id (acct_…) or by the e-mail address of one of its users",
  );
}
