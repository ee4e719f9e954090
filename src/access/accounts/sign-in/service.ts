import type { Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError, type ErrorCode, invalidField } from "../../../infra/errors.ts";
import { operatorIn, type RequestOrigin, type SessionPrincipal } from "../../../infra/http/principal.ts";
import { appendAudit } from "../../audit/service.ts";
import { countSignUp } from "../../limits/attempts.ts";
import { defaultTierName } from "../../limits/tiers.ts";
import { normalizeEmail } from "../account.ts";
import { isBeingErased } from "../deletion/closing.ts";
import { refuseSuspended } from "../deletion/suspension.ts";
import { queueNewPlace } from "../mails/security-mails.ts";
import { auditOpening, findUserByEmail, insertAccount, insertUser, refuseTakenEmail } from "../opening.ts";
import { requireStill } from "../people.ts";
import { hashPassword, inAttempt, refuseCommonPassword, verifyPassword } from "../proof/password.ts";
import { prove, type Refusal } from "../proof/proof.ts";
import { secondFactorStore } from "../proof/second-factor-store.ts";
import { queueFirstLink } from "../recovery/verification.ts";
import type { ChangePassword, SessionView, SignIn, SignUp } from "../schema.ts";
import { recordFailedSignIn } from "../sessions/failed-sign-ins.ts";
import { attemptAt, rememberNetwork } from "../sessions/familiar-networks.ts";
import { setNewPassword } from "../sessions/new-password.ts";
import { getSession, openSession, principalOf } from "../sessions/sessions.ts";
import { type AccountRow, accountStore, type UserRow } from "../store.ts";
import { toSessionView } from "../view.ts";

/** A session just opened. Its token goes into the cookie and is not stored. */
export interface OpenedSession {
  token: string;
  view: SessionView;
}

/**
 * @throws AppError `sign_up_closed`, `sign_up_throttled`, `email_taken`, `validation_failed` (a common password),
 * `busy`
 */
export async function signUp(deps: Deps, input: SignUp, origin: RequestOrigin): Promise<OpenedSession> {
  if (deps.config.signup === "closed") throw new AppError("sign_up_closed");
  countSignUp(deps, origin, deps.realClock.now());
  return createAccount(deps, input, origin);
}

/**
 * Creates an account even if sign-up is closed. `origin` is null for a command.
 * @throws AppError as `signUp`
 */
async function createAccount(
  deps: Deps,
  input: SignUp,
  origin: RequestOrigin | null,
): Promise<OpenedSession> {
  refuseCommonPassword("#/password", input.password);
  const email = normalizeEmail(input.email);
  refuseTakenEmail(deps.stores.accounts.db, email);
  const passwordHash = await hashPassword(input.password, origin);
  return openAccount(deps, { name: input.account_name, email, passwordHash }, origin);
}

/** Creates an account with its first user, whose password is hashed already. @throws AppError `email_taken` */
export function openAccount(
  deps: Deps,
  { name, ...member }: Pick<UserRow, "email" | "passwordHash"> & { name: string },
  origin: RequestOrigin | null,
): Promise<OpenedSession> {
  return deps.stores.accounts.write((tx) => {
    const account = insertAccount(deps, tx, name, defaultTierName(deps));
    // Anybody can type any address, so a user who signs up must verify it.
    const isVerified = origin === null;
    const user = insertUser(deps, tx, account.id, {
      ...member,
      role: "owner",
      isOperator: false,
      isVerified,
    });
    if (origin) queueFirstLink(deps, tx, user.id, origin);
    return openFirstSession(deps, tx, account, user, origin);
  });
}

/** Records who opened the account and from where, and signs the user in. */
export function openFirstSession(
  deps: Deps,
  tx: Tx,
  account: AccountRow,
  user: UserRow,
  origin: RequestOrigin | null,
): OpenedSession {
  const opened = { id: deps.ids.make("ses"), confirmedAt: deps.realClock.now() };
  const actor = origin ? principalOf(opened, user, origin) : operatorIn(account.id);
  auditOpening(deps, tx, actor, account);
  if (origin) rememberNetwork(deps, tx, user.id, origin);
  const { token, session } = openSession(deps, tx, user.id, opened.id, actor);
  const view = { isMailSent: deps.mailer !== undefined, hasSecondFactor: false };
  return { token, view: toSessionView(session, user, account, view) };
}

const signInErrors = {
  password: "sign_in_failed",
  code_missing: "second_factor_required",
  code: "second_factor_failed",
} as const satisfies Record<Refusal, ErrorCode>;

/**
 * Takes the same time for unknown users.
 * @throws AppError `sign_in_failed`, `second_factor_required`, `second_factor_failed`, `sign_in_throttled`,
 * `account_suspended`, `busy`
 */
export async function signIn(deps: Deps, input: SignIn, origin: RequestOrigin): Promise<OpenedSession> {
  const user = findUserByEmail(deps.stores.accounts.db, input.email);
  const email = user?.email ?? normalizeEmail(input.email);
  const attempt = attemptAt(deps, user, email, origin);
  const opened = { id: deps.ids.make("ses"), confirmedAt: deps.realClock.now() };
  const proof = await prove(deps, attempt, user, input, origin, (tx, user) => {
    refuseSuspended(deps, user.accountId);
    if (isBeingErased(deps, user.accountId)) throw new AppError("sign_in_failed");
    if (rememberNetwork(deps, tx, user.id, origin)) queueNewPlace(deps, tx, user, origin);
    return openSession(deps, tx, user.id, opened.id, principalOf(opened, user, origin)).token;
  });
  if (proof.refusal) {
    if (user && proof.outcome === "wrong") recordFailedSignIn(deps, user, origin);
    throw new AppError(signInErrors[proof.refusal]);
  }
  return { token: proof.value, view: getSession(deps, opened.id) };
}

/** Ends the user's other sessions and mailed links. @throws AppError `validation_failed`, `sign_in_throttled`, `busy` */
export async function changePassword(
  deps: Deps,
  signedIn: SessionPrincipal,
  input: ChangePassword,
): Promise<void> {
  refuseCommonPassword("#/new_password", input.new_password);
  const user = accountStore(deps.stores.accounts.db).findUser(signedIn.user.id);
  if (!user) throw new AppError("session_required");
  // Counted apart from sign-ins, which anybody can try.
  const { origin } = signedIn;
  const wrong = () => invalidField("#/current_password", "wrong", "is not your current password");
  const { outcome } = await inAttempt(deps, { owner: user.id }, async () => {
    const isRight = await verifyPassword(input.current_password, user.passwordHash, origin);
    // The password alone does not forgive wrong codes.
    const hasCodes = secondFactorStore(deps.stores.accounts.db).isActive(user.id);
    return { outcome: !isRight ? "wrong" : hasCodes ? "unchecked" : "right" } as const;
  });
  if (outcome === "wrong") throw wrong();
  const passwordHash = await hashPassword(input.new_password, origin);
  await deps.stores.accounts.write((tx) => {
    requireStill(tx, signedIn);
    // A link may have set another password while this one was checked.
    if (accountStore(tx).findUser(user.id)?.passwordHash !== user.passwordHash) throw wrong();
    const target = { type: "user", id: user.id, name: user.email } as const;
    appendAudit(deps, tx, signedIn, { action: "password.changed", target });
    setNewPassword(deps, tx, signedIn, { userId: user.id, passwordHash, keptId: signedIn.sessionId });
  });
}

/** The account of the user with this address, if there is one. */
export function findAccountId(deps: Deps, email: string): string | undefined {
  return findUserByEmail(deps.stores.accounts.db, email)?.accountId;
}

/** @throws AppError `not_found` */
export function getAccount(deps: Deps, id: string): AccountRow {
  const account = accountStore(deps.stores.accounts.db).findAccount(id);
  if (!account) throw new AppError("not_found");
  return account;
}
