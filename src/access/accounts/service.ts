import type { Tx } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError, invalidField } from "../../infra/errors.ts";
import { operatorIn, type RequestOrigin, type SessionPrincipal } from "../../infra/http/principal.ts";
import { appendAudit } from "../audit/service.ts";
import { countSignUp } from "../limits/attempts.ts";
import { normalizeEmail } from "./account.ts";
import { tellFailedSignIn } from "./failed-sign-ins.ts";
import { attemptAt, rememberNetwork } from "./familiar-networks.ts";
import { findUserByEmail, insertAccount, insertUser, refuseTakenEmail, tellOpened } from "./opening.ts";
import { hashPassword, judge, refuseCommonPassword } from "./password.ts";
import type { ChangePassword, SessionView, SignIn, SignUp } from "./schema.ts";
import { endSessions, getSession, openSession, principalOf } from "./sessions.ts";
import { type AccountRow, accountStore, type UserRow } from "./store.ts";
import { refuseSuspended } from "./suspension.ts";
import { queueFirstLink } from "./verification.ts";
import { toSessionView } from "./view.ts";

/** A session just opened: its token goes into the cookie and is not kept. */
export interface Opened {
  token: string;
  view: SessionView;
}

/** @throws AppError `sign_up_closed`, `sign_up_throttled`, `email_taken`, `validation_failed` (a common password), `busy` */
export async function signUp(deps: Deps, input: SignUp, origin: RequestOrigin): Promise<Opened> {
  if (deps.config.signup === "closed") throw new AppError("sign_up_closed");
  countSignUp(deps, origin, deps.clock.now());
  return createAccount(deps, input, origin);
}

/**
 * Signing up without asking whether strangers may; without an origin a command does it.
 * @throws AppError as `signUp`
 */
export async function createAccount(
  deps: Deps,
  input: SignUp,
  origin: RequestOrigin | null,
): Promise<Opened> {
  refuseCommonPassword("#/password", input.password);
  const email = normalizeEmail(input.email);
  refuseTakenEmail(deps.stores.accounts.db, email);
  const passwordHash = await hashPassword(input.password, origin);
  return deps.stores.accounts.write((tx) => {
    const account = insertAccount(deps, tx, input.account_name, deps.config.defaultTier);
    // Of a stranger nobody knows whether the address is theirs.
    const isVerified = origin === null;
    const user = insertUser(deps, tx, account.id, { email, passwordHash, isOperator: false, isVerified });
    if (origin) queueFirstLink(deps, tx, user.id, origin);
    return openFirstSession(deps, tx, account, user, origin);
  });
}

/** Writes down who opened the account and from where, and signs them in. */
export function openFirstSession(
  deps: Deps,
  tx: Tx,
  account: AccountRow,
  user: UserRow,
  origin: RequestOrigin | null,
): Opened {
  const sessionId = deps.ids.make("ses");
  const actor = origin ? principalOf(sessionId, user, origin) : operatorIn(account.id);
  tellOpened(deps, tx, actor, account);
  if (origin) rememberNetwork(deps, tx, user.id, origin);
  const { token, session } = openSession(deps, tx, user.id, sessionId, actor);
  return { token, view: toSessionView(session, user, account, deps.mailer !== undefined) };
}

/**
 * Takes the same time for users that do not exist.
 * @throws AppError `sign_in_failed`, `sign_in_throttled`, `account_suspended`, `busy`
 */
export async function signIn(deps: Deps, input: SignIn, origin: RequestOrigin): Promise<Opened> {
  const user = findUserByEmail(deps.stores.accounts.db, input.email);
  const email = user?.email ?? normalizeEmail(input.email);
  const attempt = attemptAt(deps, user, email, origin);
  if (!(await judge(deps, attempt, input.password, user, origin)) || !user) {
    if (user) tellFailedSignIn(deps, user, origin);
    throw new AppError("sign_in_failed");
  }
  refuseSuspended(deps, user.accountId);
  // An operator may have to sign in to free a full disk.
  const sessionId = deps.ids.make("ses");
  const token = await deps.stores.accounts.writeFromReserve((tx) => {
    // Whoever knew the old password only is out, also when it changed while theirs was checked.
    if (accountStore(tx).findUser(user.id)?.passwordHash !== user.passwordHash) {
      throw new AppError("sign_in_failed");
    }
    rememberNetwork(deps, tx, user.id, origin);
    return openSession(deps, tx, user.id, sessionId, principalOf(sessionId, user, origin)).token;
  });
  return { token, view: getSession(deps, sessionId) };
}

/** Ends the user's other sessions. @throws AppError `validation_failed`, `sign_in_throttled`, `busy` */
export async function changePassword(
  deps: Deps,
  signedIn: SessionPrincipal,
  input: ChangePassword,
): Promise<void> {
  refuseCommonPassword("#/new_password", input.new_password);
  const user = accountStore(deps.stores.accounts.db).findUser(signedIn.user.id);
  if (!user) throw new AppError("session_required");
  // Not counted as sign-ins are, which anybody may try.
  const { origin } = signedIn;
  if (!(await judge(deps, { owner: user.id }, input.current_password, user, origin))) {
    throw invalidField("#/current_password", "wrong", "is not your current password");
  }
  const passwordHash = await hashPassword(input.new_password, origin);
  await deps.stores.accounts.write((tx) => {
    accountStore(tx).setPassword(user.id, passwordHash);
    const target = { type: "user", id: user.id, name: user.email } as const;
    appendAudit(deps, tx, signedIn, { action: "password.changed", target });
    endSessions(deps, tx, signedIn, user.id, signedIn.sessionId);
  });
}

/** The account of a user, if there is one with this address. */
export function findAccountId(deps: Deps, email: string): string | undefined {
  return findUserByEmail(deps.stores.accounts.db, email)?.accountId;
}

/** @throws AppError `not_found` */
export function getAccount(deps: Deps, id: string): AccountRow {
  const account = accountStore(deps.stores.accounts.db).findAccount(id);
  if (!account) throw new AppError("not_found");
  return account;
}
