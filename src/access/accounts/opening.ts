import type { Db, Tx } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { Actor } from "../../infra/http/principal.ts";
import { appendAudit } from "../audit/service.ts";
import { storedForms } from "./account.ts";
import { type AccountRow, accountStore, type UserRow } from "./store.ts";

/** The steps of opening an account, for use inside a transaction. */

export interface Member {
  account: AccountRow;
  user: UserRow;
}

/** Inserts an account; `tier` must exist. */
export function insertAccount(
  deps: Deps,
  tx: Tx,
  name: string,
  tier: string,
  id = deps.ids.make("acct"),
): AccountRow {
  const account = {
    id,
    name,
    tier,
    createdAt: deps.realClock.now(),
    suspendedAt: null,
    retentionDays: null,
    lastRequestAt: 0,
    linkDays: null,
    laterChargesPercent: 0,
    acceptByDefault: {},
    language: "en",
    units: null,
    purpose: null,
    recipientMail: false,
    recipientMailAllowed: false,
  };
  accountStore(tx).insertAccount(account);
  return account;
}

/** @param isVerified true if the operator chose the address. @throws AppError `email_taken` */
export function insertUser(
  deps: Deps,
  tx: Tx,
  accountId: string,
  {
    isVerified,
    ...input
  }: Pick<UserRow, "email" | "passwordHash" | "isOperator" | "role"> & { isVerified: boolean },
): UserRow {
  refuseTakenEmail(tx, input.email);
  const now = deps.realClock.now();
  const emailVerifiedAt = isVerified ? now : null;
  const user: UserRow = {
    id: deps.ids.make("usr"),
    accountId,
    ...input,
    createdAt: now,
    emailVerifiedAt,
    lastSeenAt: null,
    notifyWebhooks: true,
    notifySecurity: true,
  };
  accountStore(tx).insertUser(user);
  return user;
}

export function auditOpening(deps: Deps, tx: Tx, actor: Actor, { id, name }: AccountRow): void {
  appendAudit(deps, tx, actor, { action: "account.created", target: { type: "account", id, name } });
}

/** The user with this address, as typed or else in another form. */
export function findUserByEmail(db: Db, email: string): UserRow | undefined {
  for (const form of storedForms(email)) {
    const user = accountStore(db).findUserByEmail(form);
    if (user) return user;
  }
  return undefined;
}

/** @throws AppError `email_taken` */
export function refuseTakenEmail(db: Db, email: string): void {
  if (!findUserByEmail(db, email)) return;
  throw new AppError("email_taken", {
    errors: [{ pointer: "#/email", code: "taken", detail: "already has an account" }],
  });
}
