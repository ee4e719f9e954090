import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import { operatorIn, type SessionPrincipal } from "../../../infra/http/principal.ts";
import { isId } from "../../../infra/ids.ts";
import { appendAudit, type NewAuditEntry } from "../../audit/service.ts";
import { listTiers } from "../../limits/service.ts";
import { defaultTierName, findTierName } from "../../limits/tiers.ts";
import type { Role } from "../../roles.ts";
import { normalizeEmail } from "../account.ts";
import {
  auditOpening,
  findUserByEmail,
  insertAccount,
  insertUser,
  type Member,
  refuseTakenEmail,
} from "../opening.ts";
import { hashPassword, refuseCommonPassword, verifyPassword } from "../proof/password.ts";
import { setNewPassword } from "../sessions/new-password.ts";
import { type AccountFilter, type AccountRow, accountStore, type UsePlace, type UserRow } from "../store.ts";

/**
 * What the operator does with accounts and users, with commands and on the dashboard. An account's audit log does not
 * name the operator.
 */

/** An account without users. Whoever starts the server issues keys for it. */
export function createAccountWithoutUsers(deps: Deps, name: string): Promise<AccountRow> {
  return deps.stores.accounts.write((tx) => {
    const account = insertAccount(deps, tx, name, defaultTierName(deps));
    auditOpening(deps, tx, operatorIn(account.id), account);
    return account;
  });
}

interface NewUser {
  email: string;
  password: string;
  /** An existing account: its id, or the email address of one of its users. */
  account?: string;
  /** The name of a new account. */
  account_name?: string;
  /** The tier of a new account; default: the setting. */
  default_tier?: string;
  /** Default: owner of a new account, developer in an existing one. */
  role?: Role;
}

/** @throws AppError `email_taken`, `validation_failed` */
export async function createUser(deps: Deps, input: NewUser): Promise<Member> {
  refuseCommonPassword("#/password", input.password);
  const email = normalizeEmail(input.email);
  refuseTakenEmail(deps.stores.accounts.db, email);
  const name = nameOfNewAccount(input);
  const tier = tierOfNewAccount(deps, input);
  const role = roleOfNewUser(input);
  const joined = input.account === undefined ? undefined : findAccount(deps, input.account);
  const passwordHash = await hashPassword(input.password, null);
  return deps.stores.accounts.write((tx) => {
    const account = joined ?? insertAccount(deps, tx, name, tier);
    const user = insertUser(deps, tx, account.id, {
      email,
      passwordHash,
      role,
      isOperator: false,
      isVerified: true,
    });
    const actor = operatorIn(account.id);
    if (!joined) auditOpening(deps, tx, actor, account);
    const target = { type: "user", id: user.id, name: email } as const;
    appendAudit(deps, tx, actor, { action: "user.created", target, details: { role } });
    return { account, user };
  });
}

/** The name of the account to create; empty for an existing account. @throws AppError `validation_failed` */
function nameOfNewAccount({ account, account_name: name }: NewUser): string {
  if ((account === undefined) !== (name === undefined)) return name ?? "";
  throw invalidField(
    "#/account",
    "choice",
    "is required to join an existing account, or account_name to open a new one: give one of the two",
  );
}

/** @throws AppError `validation_failed` */
function tierOfNewAccount(deps: Deps, { account, default_tier: tier }: NewUser): string {
  if (tier === undefined) return defaultTierName(deps);
  if (account !== undefined) {
    throw invalidField(
      "#/default_tier",
      "choice",
      "is for new accounts only: an existing account keeps its tier",
    );
  }
  return requireTier(deps, deps.stores.accounts.db, "#/default_tier", tier);
}

/** @throws AppError `validation_failed` */
function roleOfNewUser({ account, role }: NewUser): Role {
  if (account !== undefined) return role ?? "developer";
  if (role === undefined || role === "owner") return "owner";
  throw invalidField("#/role", "choice", "must be owner for the first user of a new account");
}

/** The name today of a tier that is named, perhaps by a former one. @throws AppError `validation_failed` */
function requireTier(deps: Deps, db: Db, pointer: string, named: string): string {
  const tier = findTierName(db, named);
  if (tier !== undefined) return tier;
  const tiers = listTiers(deps).map(({ name }) => name);
  throw invalidField(pointer, "enum", `must be one of ${tiers.join(", ")}`);
}

/** Sets a new password and ends all sessions and mailed links of the user. @throws AppError `validation_failed` */
export async function resetPassword(
  deps: Deps,
  input: { email: string; password: string },
): Promise<{ user: UserRow; sessionsEnded: number }> {
  const user = findUserByEmail(deps.stores.accounts.db, input.email);
  if (!user) throw invalidField("#/email", "unknown", "belongs to no user");
  refuseCommonPassword("#/password", input.password);
  const passwordHash = await hashPassword(input.password, null);
  return deps.stores.accounts.write((tx) => {
    const actor = operatorIn(user.accountId);
    const target = { type: "user", id: user.id, name: user.email } as const;
    appendAudit(deps, tx, actor, { action: "password.changed", target });
    return { user, sessionsEnded: setNewPassword(deps, tx, actor, { userId: user.id, passwordHash }) };
  });
}

/** Whether a user with this address and password exists. */
export function isPasswordOf(deps: Deps, email: string, password: string): Promise<boolean> {
  const user = findUserByEmail(deps.stores.accounts.db, email);
  return verifyPassword(password, user?.passwordHash, null);
}

interface AccountChange {
  tier?: string | undefined;
  suspended?: boolean;
  recipientMailAllowed?: boolean | undefined;
}

/**
 * Moves an account to a tier, suspends or restores it, from its next request on, and decides about mails to recipients. The account's audit log gets an entry
 * without a name, and the operator's own account one that names `operator`.
 * @throws AppError `not_found`, `validation_failed`
 */
export function changeAccount(
  deps: Deps,
  accountId: string,
  change: AccountChange,
  operator?: SessionPrincipal,
): Promise<AccountRow> {
  return deps.stores.accounts.write((tx) => {
    const tier = change.tier === undefined ? undefined : requireTier(deps, tx, "#/tier", change.tier);
    const accounts = accountStore(tx);
    const before = accounts.findAccount(accountId);
    if (!before) throw new AppError("not_found");
    if (change.suspended && accounts.listUsers(accountId).some(({ isOperator }) => isOperator)) {
      throw invalidField("#/suspended", "own_account", "must not be true for the operator's own account");
    }
    const after = changed(before, { ...change, tier }, deps.realClock.now());
    accounts.updateAccount(after);
    const target = { type: "account", id: accountId, name: before.name } as const;
    for (const entry of entriesOf(before, after))
      auditChange(deps, tx, accountId, { ...entry, target }, operator);
    return after;
  });
}

function changed(before: AccountRow, change: AccountChange, now: number): AccountRow {
  const { tier = before.tier, suspended = before.suspendedAt !== null } = change;
  const { recipientMailAllowed = before.recipientMailAllowed } = change;
  const suspendedAt = suspended ? (before.suspendedAt ?? now) : null;
  return { ...before, tier, suspendedAt, recipientMailAllowed };
}

/** The audit entries for a change; none if nothing changed. */
function entriesOf(before: AccountRow, after: AccountRow): Omit<NewAuditEntry, "target">[] {
  const { tier, suspendedAt, recipientMailAllowed } = after;
  const details = { tier, previous_tier: before.tier };
  const suspension = suspendedAt === null ? "account.restored" : "account.suspended";
  const permission = recipientMailAllowed ? "account.mail_allowed" : "account.mail_forbidden";
  return [
    ...(before.tier === tier ? [] : [{ action: "account.tier_changed" as const, details }]),
    ...(before.suspendedAt === suspendedAt ? [] : [{ action: suspension } as const]),
    ...(before.recipientMailAllowed === recipientMailAllowed ? [] : [{ action: permission } as const]),
  ];
}

/** The account's own log does not name the operator. */
export function auditChange(
  deps: Deps,
  tx: Tx,
  accountId: string,
  entry: NewAuditEntry,
  operator?: SessionPrincipal,
): void {
  if (operator?.accountId !== accountId) appendAudit(deps, tx, operatorIn(accountId), entry);
  if (operator) appendAudit(deps, tx, operator, entry);
}

/** At most `count` accounts, newest first, created before the one with the id `before`. */
export function findAccounts(
  deps: Deps,
  filter: AccountFilter,
  before: string | undefined,
  count: number,
): AccountRow[] {
  return accountStore(deps.stores.accounts.db).listAccounts(filter, before, count);
}

/** Accounts that fit the filter, last used first. */
export function findAccountsByUse(
  deps: Deps,
  filter: AccountFilter,
  before: UsePlace | undefined,
  count: number,
): AccountRow[] {
  return accountStore(deps.stores.accounts.db).listByUse(filter, before, count);
}

export function findAccountName(deps: Deps, id: string): string | undefined {
  return accountStore(deps.stores.accounts.db).findAccount(id)?.name;
}

/** The users of an account, oldest first. */
export function listUsers(deps: Deps, accountId: string): UserRow[] {
  return accountStore(deps.stores.accounts.db).listUsers(accountId);
}

/** Number of accounts in each tier that has any. */
export function countByTier(deps: Deps): Map<string, number> {
  return accountStore(deps.stores.accounts.db).countByTier();
}

/** By its id, or by the email address of one of its users. @throws AppError `validation_failed` */
export function findAccount(deps: Deps, named: string): AccountRow {
  const accounts = accountStore(deps.stores.accounts.db);
  const id = isId("acct", named) ? named : findUserByEmail(deps.stores.accounts.db, named)?.accountId;
  const account = id === undefined ? undefined : accounts.findAccount(id);
  if (account) return account;
  throw invalidField(
    "#/account",
    "unknown",
    "is unknown: give an account id (acct_…) or the email address of one of its users",
  );
}
