import type { Tx } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError, invalidField, isFault } from "../../infra/errors.ts";
import { type PageQuery, readPage } from "../../infra/http/pagination.ts";
import type { Actor, RequestOrigin, SignedIn } from "../../infra/http/principal.ts";
import { sha256Hex } from "../../infra/ids.ts";
import { appendAudit } from "../audit/service.ts";
import { countSignUp } from "../limits/attempts.ts";
import { normaliseEmail, sessionEnd, sessionLimits, userAgentLengthMax } from "./account.ts";
import { tellFailedSignIn } from "./failed-sign-ins.ts";
import { attemptAt, rememberNetwork } from "./familiar-networks.ts";
import { findUserByEmail, insertAccount, insertUser, refuseTakenEmail, tellOpened } from "./opening.ts";
import { hashPassword, judge, refuseCommonPassword } from "./password.ts";
import type { ChangePassword, SessionView, SignIn, SignUp } from "./schema.ts";
import { type AccountRow, accountStore, type SessionRow, type UserRow } from "./store.ts";
import { isSuspended, refuseSuspended } from "./suspension.ts";
import { queueFirstLink } from "./verification.ts";
import { toOwnSessionView, toSessionView } from "./view.ts";

/** A session's last use is written at most this often. */
const touchEveryMs = 60_000;

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
  const email = normaliseEmail(input.email);
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
  const actor = { accountId: account.id, user: origin && { id: user.id, email: user.email }, origin };
  tellOpened(deps, tx, actor, account);
  if (origin) rememberNetwork(deps, tx, user.id, origin);
  const { token, session } = openSession(deps, tx, user.id, actor);
  return { token, view: toSessionView(session, user, account, deps.mailer !== undefined) };
}

/**
 * Takes the same time for users that do not exist.
 * @throws AppError `sign_in_failed`, `sign_in_throttled`, `account_suspended`, `busy`
 */
export async function signIn(deps: Deps, input: SignIn, origin: RequestOrigin): Promise<Opened> {
  const user = findUserByEmail(deps.stores.accounts.db, input.email);
  const email = user?.email ?? normaliseEmail(input.email);
  const attempt = attemptAt(deps, user, email, origin);
  if (!(await judge(deps, attempt, input.password, user, origin)) || !user) {
    if (user) tellFailedSignIn(deps, user, origin);
    throw new AppError("sign_in_failed");
  }
  refuseSuspended(deps, user.accountId);
  // The operator comes to mend a full disk.
  const token = await deps.stores.accounts.writeFromReserve((tx) => {
    // Whoever knew the old password only is out, also when it changed while theirs was checked.
    if (accountStore(tx).findUser(user.id)?.passwordHash !== user.passwordHash) {
      throw new AppError("sign_in_failed");
    }
    rememberNetwork(deps, tx, user.id, origin);
    const actor = { accountId: user.accountId, user: { id: user.id, email }, origin };
    return openSession(deps, tx, user.id, actor).token;
  });
  return { token, view: getSession(deps, token) };
}

export function signOut(deps: Deps, signedIn: SignedIn): Promise<void> {
  return deps.stores.accounts.writeFromReserve((tx) => {
    if (accountStore(tx).removeSession(signedIn.sessionId)) tellEnd(deps, tx, signedIn, signedIn.sessionId);
  });
}

/** Ends the user's other sessions. @throws AppError `validation_failed`, `sign_in_throttled`, `busy` */
export async function changePassword(deps: Deps, signedIn: SignedIn, input: ChangePassword): Promise<void> {
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

/** Who a session's token stands for. @throws AppError `session_required`, `account_suspended` unless that may be */
export function authenticateSession(
  deps: Deps,
  token: string,
  origin: RequestOrigin,
  evenSuspended: boolean,
): SignedIn {
  const found = accountStore(deps.stores.accounts.db).findByToken(sha256Hex(token));
  const now = deps.clock.now();
  if (!found || sessionEnd(found.session) <= now) throw new AppError("session_required");
  if (!evenSuspended) refuseSuspended(deps, found.account.id);
  if (now - found.session.lastSeenAt > touchEveryMs) {
    deps.stores.accounts
      .write((tx) => accountStore(tx).touchSession(found.session.id, now))
      .catch(
        (error) => isFault(error) && deps.log.warn({ err: error }, "Recording the use of a session failed"),
      );
  }
  const { session, user, account } = found;
  return {
    sessionId: session.id,
    user: { id: user.id, email: user.email },
    isOperator: user.isOperator,
    accountId: account.id,
    origin,
  };
}

/** Whether a session of the account that opened a stream still counts. */
export function isSessionValid(deps: Deps, accountId: string, id: string): boolean {
  const session = accountStore(deps.stores.accounts.db).findSession(id);
  return session !== undefined && sessionEnd(session) > deps.clock.now() && !isSuspended(deps, accountId);
}

export function removeEndedSessions(deps: Deps, now: number): Promise<void> {
  return deps.stores.accounts.write((tx) => accountStore(tx).removeSessionsBefore(sessionLimits(now)));
}

/** @throws AppError `session_required` */
export function getSession(deps: Deps, token: string): SessionView {
  const found = accountStore(deps.stores.accounts.db).findByToken(sha256Hex(token));
  if (!found) throw new AppError("session_required");
  return toSessionView(found.session, found.user, found.account, deps.mailer !== undefined);
}

/** The person's own that have not ended, newest first. */
export function listSessions(deps: Deps, signedIn: SignedIn, query: PageQuery) {
  const { user, sessionId } = signedIn;
  const limits = sessionLimits(deps.clock.now());
  return readPage(deps, { name: "sessions", of: signedIn, filters: { user: user.id } }, query, {
    read: (before, count) =>
      accountStore(deps.stores.accounts.db).listSessions(user.id, limits, before, count),
    placeOf: (row) => row.id,
    view: (row) => toOwnSessionView(row, sessionId),
  });
}

/** Ends a session of the person's own, for the very next request. @throws AppError `not_found` */
export function endSession(deps: Deps, signedIn: SignedIn, id: string): Promise<void> {
  return deps.stores.accounts.write((tx) => {
    const session = accountStore(tx).findSession(id);
    if (session?.userId !== signedIn.user.id || sessionEnd(session) <= deps.clock.now()) {
      throw new AppError("not_found");
    }
    accountStore(tx).removeSession(id);
    tellEnd(deps, tx, signedIn, id);
  });
}

/** Ends the person's sessions but the one that asks, for their very next request. */
export function endOtherSessions(deps: Deps, signedIn: SignedIn): Promise<void> {
  return deps.stores.accounts.write(
    (tx) => void endSessions(deps, tx, signedIn, signedIn.user.id, signedIn.sessionId),
  );
}

function openSession(
  deps: Deps,
  tx: Tx,
  userId: string,
  actor: Actor,
): { token: string; session: SessionRow } {
  const token = deps.ids.token();
  const now = deps.clock.now();
  const session: SessionRow = {
    id: deps.ids.make("ses"),
    userId,
    tokenHash: sha256Hex(token),
    createdAt: now,
    lastSeenAt: now,
    address: actor.origin?.address ?? null,
    userAgent: actor.origin?.userAgent?.slice(0, userAgentLengthMax) ?? null,
  };
  accountStore(tx).insertSession(session);
  appendAudit(deps, tx, actor, { action: "session.started", target: targetOf(session.id) });
  return { token, session };
}

/** Ends the user's sessions but the one to be kept. @returns how many */
export function endSessions(deps: Deps, tx: Tx, actor: Actor, userId: string, keptId?: string): number {
  const ended = accountStore(tx).removeSessions(userId, keptId);
  for (const id of ended) tellEnd(deps, tx, actor, id);
  return ended.length;
}

function tellEnd(deps: Deps, tx: Tx, actor: Actor, sessionId: string): void {
  appendAudit(deps, tx, actor, { action: "session.ended", target: targetOf(sessionId) });
}

function targetOf(sessionId: string) {
  return { type: "session", id: sessionId, name: null } as const;
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
