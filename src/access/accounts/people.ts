import type { Db, Tx } from "../../infra/db/store.ts";
import { AppError } from "../../infra/errors.ts";
import type { SessionPrincipal } from "../../infra/http/principal.ts";
import type { AnyScope } from "../model.ts";
import { type Role, scopesOf } from "../roles.ts";
import { roleLacks } from "../scopes.ts";
import { memberStore } from "./member-store.ts";
import { accountStore, type UserRow } from "./store.ts";

/** What other features do with the users of an account, inside their transactions. */

/** Users of an account with ids below `before`, newest first. */
export function listMembers(db: Db, accountId: string, before: string | undefined, count: number): UserRow[] {
  return memberStore(db).list(accountId, before, count);
}

export function countMembers(db: Db, accountId: string): number {
  return memberStore(db).count(accountId);
}

/** A user of any account. */
export function findUser(db: Db, id: string): UserRow | undefined {
  return accountStore(db).findUser(id);
}

/** @throws AppError `not_found` for nobody of this account */
export function requireMember(db: Db, accountId: string, id: string): UserRow {
  const user = accountStore(db).findUser(id);
  if (user?.accountId !== accountId) throw new AppError("not_found");
  return user;
}

/**
 * The person of a session. Since the gate admitted the request, the session may have ended or the role changed. Without
 * a scope it is for what belongs to the person. @throws AppError `session_required`, `scope_missing`
 */
export function requireStill(
  tx: Tx,
  { sessionId, user: { id } }: SessionPrincipal,
  scope?: AnyScope,
): UserRow {
  const accounts = accountStore(tx);
  const user = accounts.findSession(sessionId) && accounts.findUser(id);
  if (!user) throw new AppError("session_required");
  if (scope === undefined || scopesOf(user.role).includes(scope)) return user;
  throw roleLacks(user.role, scope);
}

/** Whether the account has an owner besides this user. */
export function hasOtherOwner(tx: Tx, { id, accountId }: UserRow): boolean {
  return accountStore(tx)
    .listUsers(accountId)
    .some((user) => user.role === "owner" && user.id !== id);
}

/** Holds from the next request on. */
export function setRole(tx: Tx, userId: string, role: Role): void {
  memberStore(tx).change(userId, { role });
}
