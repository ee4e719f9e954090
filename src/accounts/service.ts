import { toTimestamp } from "../clock.ts";
import type { Deps } from "../deps.ts";
import { AppError, invalidField } from "../errors.ts";
import { sha256Hex } from "../ids.ts";
import { normaliseEmail, sessionEnd, sessionLimits } from "./account.ts";
import type { SignedIn } from "./caller.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import type { ChangePassword, SessionView, SignIn, SignUp } from "./schema.ts";
import { accountStore, type SessionRow, type UserRow } from "./store.ts";
import { createThrottle, networkOf, type Throttle } from "./throttle.ts";

/** A session's last use is written at most this often. */
const touchEveryMs = 60_000;

/** A session just opened: its token goes into the cookie and is not kept. */
export interface Opened {
  token: string;
  view: SessionView;
}

/** @throws AppError `sign_up_closed`, `email_taken`, `validation_failed` (a common password) */
export async function signUp(deps: Deps, input: SignUp): Promise<Opened> {
  if (deps.config.signup === "closed") throw new AppError("sign_up_closed");
  return createAccount(deps, input);
}

/** Signing up without asking whether strangers may. @throws AppError as `signUp` */
export async function createAccount(deps: Deps, input: SignUp): Promise<Opened> {
  refuseCommonPassword("#/password", input.password);
  const email = normaliseEmail(input.email);
  if (accountStore(deps.stores.accounts.db).findUserByEmail(email)) throw emailTaken();
  const passwordHash = await hashPassword(input.password);
  return deps.stores.accounts.write((tx) => {
    const accounts = accountStore(tx);
    if (accounts.findUserByEmail(email)) throw emailTaken();
    const now = deps.clock.now();
    const account = { id: deps.ids.make("acct"), name: input.account_name, createdAt: now };
    const user: UserRow = {
      id: deps.ids.make("usr"),
      accountId: account.id,
      email,
      passwordHash,
      createdAt: now,
    };
    accounts.insertAccount(account);
    accounts.insertUser(user);
    const { token, session } = newSession(deps, user.id, now);
    accounts.insertSession(session);
    return { token, view: toView(session, user, account) };
  });
}

const throttles = new WeakMap<Deps, Throttle>();

/** Takes the same time for users that do not exist. @throws AppError `sign_in_failed`, `sign_in_throttled` */
export async function signIn(deps: Deps, input: SignIn, address: string): Promise<Opened> {
  const email = normaliseEmail(input.email);
  const forgive = countAttempt(deps, `user:${email}`, `address:${networkOf(address)}`);
  const user = accountStore(deps.stores.accounts.db).findUserByEmail(email);
  if (!(await verifyPassword(input.password, user?.passwordHash)) || !user) {
    throw new AppError("sign_in_failed");
  }
  const { token, session } = newSession(deps, user.id, deps.clock.now());
  await deps.stores.accounts.write((tx) => {
    // Whoever knew the old password only is out, also when it changed while theirs was checked.
    if (accountStore(tx).findUser(user.id)?.passwordHash !== user.passwordHash) {
      throw new AppError("sign_in_failed");
    }
    accountStore(tx).insertSession(session);
  });
  forgive();
  return { token, view: getSession(deps, token) };
}

/**
 * Counts an attempt at a password as failed before its outcome is known, so that many at once gain nothing.
 * @returns how to take that back. @throws AppError `sign_in_throttled`
 */
function countAttempt(deps: Deps, user: string, address: string): () => void {
  const throttle = throttles.get(deps) ?? createThrottle();
  throttles.set(deps, throttle);
  const waitMs = throttle.waitMs([user, address], deps.clock.now());
  if (waitMs > 0) {
    throw new AppError("sign_in_throttled", { headers: { "retry-after": String(Math.ceil(waitMs / 1000)) } });
  }
  throttle.fail([user, address], deps.clock.now());
  return () => throttle.forgive(user, address);
}

export function signOut(deps: Deps, signedIn: SignedIn): Promise<void> {
  return deps.stores.accounts.write((tx) => accountStore(tx).removeSession(signedIn.sessionId));
}

/** Ends the user's other sessions. @throws AppError `validation_failed`, `sign_in_throttled` */
export async function changePassword(deps: Deps, signedIn: SignedIn, input: ChangePassword): Promise<void> {
  refuseCommonPassword("#/new_password", input.new_password);
  const user = accountStore(deps.stores.accounts.db).findUser(signedIn.userId);
  if (!user) throw new AppError("session_required");
  const forgive = countAttempt(deps, `user:${user.email}`, `session:${signedIn.sessionId}`);
  if (!(await verifyPassword(input.current_password, user.passwordHash))) {
    throw invalidField("#/current_password", "wrong", "is not the present password");
  }
  forgive();
  const passwordHash = await hashPassword(input.new_password);
  await deps.stores.accounts.write((tx) => {
    accountStore(tx).setPassword(user.id, passwordHash);
    accountStore(tx).removeOtherSessions(user.id, signedIn.sessionId);
  });
}

/** Who a session's token stands for. @throws AppError `session_required` */
export function authenticateSession(deps: Deps, token: string): SignedIn {
  const found = accountStore(deps.stores.accounts.db).findByToken(sha256Hex(token));
  const now = deps.clock.now();
  if (!found || sessionEnd(found.session) <= now) throw new AppError("session_required");
  if (now - found.session.lastSeenAt > touchEveryMs) {
    deps.stores.accounts
      .write((tx) => accountStore(tx).touchSession(found.session.id, now))
      .catch((error) => deps.log.warn({ err: error }, "the use of a session was not noted"));
  }
  return { sessionId: found.session.id, userId: found.user.id, accountId: found.account.id };
}

/** Whether a session that opened a stream still counts. */
export function isSessionValid(deps: Deps, id: string): boolean {
  const session = accountStore(deps.stores.accounts.db).findSession(id);
  return session !== undefined && sessionEnd(session) > deps.clock.now();
}

export function removeEndedSessions(deps: Deps, now: number): Promise<void> {
  return deps.stores.accounts.write((tx) => accountStore(tx).removeSessionsBefore(sessionLimits(now)));
}

/** @throws AppError `session_required` */
export function getSession(deps: Deps, token: string): SessionView {
  const found = accountStore(deps.stores.accounts.db).findByToken(sha256Hex(token));
  if (!found) throw new AppError("session_required");
  return toView(found.session, found.user, found.account);
}

function newSession(deps: Deps, userId: string, now: number): { token: string; session: SessionRow } {
  const token = deps.ids.token();
  const session: SessionRow = {
    id: deps.ids.make("ses"),
    userId,
    tokenHash: sha256Hex(token),
    createdAt: now,
    lastSeenAt: now,
  };
  return { token, session };
}

function refuseCommonPassword(pointer: string, password: string): void {
  if (isCommonPassword(password)) {
    throw invalidField(pointer, "common_password", "is too easy to guess; choose another");
  }
}

function emailTaken(): AppError {
  return new AppError("email_taken", {
    errors: [{ pointer: "#/email", code: "taken", detail: "already has an account; sign in instead" }],
  });
}

function toView(
  session: SessionRow,
  user: Pick<UserRow, "id" | "email">,
  account: { id: string; name: string; createdAt: number },
): SessionView {
  return {
    user: { id: user.id, email: user.email },
    account: { id: account.id, name: account.name, created_at: toTimestamp(account.createdAt) },
    expires_at: toTimestamp(sessionEnd(session)),
  };
}

/** The account of a user, if there is one with this address. */
export function findAccountId(deps: Deps, email: string): string | undefined {
  return accountStore(deps.stores.accounts.db).findUserByEmail(normaliseEmail(email))?.accountId;
}
