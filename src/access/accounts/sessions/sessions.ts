import type { Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError, isFault } from "../../../infra/errors.ts";
import { type PageQuery, readPage } from "../../../infra/http/pagination.ts";
import {
  type Actor,
  isViewing,
  type RequestOrigin,
  type SessionPrincipal,
} from "../../../infra/http/principal.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import { appendAudit } from "../../audit/service.ts";
import { readingScopes, scopesOf } from "../../roles.ts";
import { sessionEnd, sessionLimits, userAgentLengthMax } from "../account.ts";
import { deletionDueAt, isBeingErased } from "../deletion/closing.ts";
import { isSuspended, refuseSuspended } from "../deletion/suspension.ts";
import { memberStore } from "../member-store.ts";
import { secondFactorStore } from "../proof/second-factor-store.ts";
import type { SessionView } from "../schema.ts";
import { accountStore, type SessionRow, type UserRow } from "../store.ts";
import { asClosing, asViewer, toOwnSessionView, toSessionView } from "../view.ts";
import { auditEndOfView, viewedAccountId } from "./viewing.ts";

/** Sessions of signed-in users: opening, authentication and ending. */

/** `last_seen_at` is written at most this often. */
const touchEveryMs = 60_000;

/** Opens a session and records `actor` in the audit log. @returns its token, which goes into the cookie only */
export function openSession(
  deps: Deps,
  tx: Tx,
  userId: string,
  id: string,
  actor: Actor,
): { token: string; session: SessionRow } {
  const token = deps.ids.token();
  const now = deps.realClock.now();
  const session: SessionRow = {
    id,
    userId,
    tokenHash: sha256Hex(token),
    createdAt: now,
    lastSeenAt: now,
    confirmedAt: now,
    address: actor.origin?.address ?? null,
    userAgent: actor.origin?.userAgent?.slice(0, userAgentLengthMax) ?? null,
    viewedAccountId: null,
    viewedUntil: null,
  };
  accountStore(tx).insertSession(session);
  memberStore(tx).change(userId, { lastSeenAt: now });
  appendAudit(deps, tx, actor, { action: "session.started", target: targetOf(session.id) });
  return { token, session };
}

interface Admission {
  /** Also a person of a suspended account. */
  evenSuspended?: true;
  /** The operator as such, also while looking as an account. */
  asOneself?: true;
}

/** The owner of a session token. @throws AppError `session_required`, and `account_suspended` unless `evenSuspended` */
export function authenticateSession(
  deps: Deps,
  token: string,
  origin: RequestOrigin,
  { evenSuspended, asOneself }: Admission,
): SessionPrincipal {
  const found = accountStore(deps.stores.accounts.db).findByToken(sha256Hex(token));
  const now = deps.realClock.now();
  if (!found || sessionEnd(found.session) <= now) throw new AppError("session_required");
  if (isBeingErased(deps, found.account.id)) throw new AppError("session_required");
  if (!evenSuspended) refuseSuspended(deps, found.account.id);
  if (now - found.session.lastSeenAt > touchEveryMs) {
    deps.stores.accounts
      .write((tx) => {
        accountStore(tx).touchSession(found.session.id, now);
        memberStore(tx).change(found.user.id, { lastSeenAt: now });
      })
      .catch(
        (error) => isFault(error) && deps.log.warn({ err: error }, "Recording the use of a session failed"),
      );
  }
  const principal = principalOf(found.session, found.user, origin);
  const viewed = asOneself ? undefined : viewedAccountId(found.session, now);
  return viewed === undefined ? principal : { ...principal, ...viewer, accountId: viewed };
}

/** What the operator is in an account that they look as. */
const viewer = { role: "viewer", scopes: readingScopes, isOperator: false } as const;

/** A signed-in user, before the environment of the request is known. */
export function principalOf(
  { id: sessionId, confirmedAt }: Pick<SessionRow, "id" | "confirmedAt">,
  { id, email, accountId, isOperator, role }: UserRow,
  origin: RequestOrigin,
): SessionPrincipal {
  return {
    kind: "session",
    accountId,
    homeAccountId: accountId,
    environment: null,
    sessionId,
    user: { id, email },
    role,
    scopes: scopesOf(role),
    confirmedAt,
    isOperator,
    origin,
  };
}

/**
 * Whether the session that opened a stream is still valid: it has not ended, the person has the same role, and looks as
 * the same account.
 */
export function isSessionValid(deps: Deps, principal: SessionPrincipal): boolean {
  const { sessionId, accountId, homeAccountId, role } = principal;
  const accounts = accountStore(deps.stores.accounts.db);
  const session = accounts.findSession(sessionId);
  const now = deps.realClock.now();
  if (!session || sessionEnd(session) <= now || isSuspended(deps, homeAccountId)) return false;
  if (isBeingErased(deps, accountId)) return false;
  if ((viewedAccountId(session, now) ?? homeAccountId) !== accountId) return false;
  return isViewing(principal) || accounts.findUser(session.userId)?.role === role;
}

/** @throws AppError `session_required` */
export function getSession(deps: Deps, id: string): SessionView {
  const accounts = accountStore(deps.stores.accounts.db);
  const session = accounts.findSession(id);
  const user = session && accounts.findUser(session.userId);
  const account = user && accounts.findAccount(user.accountId);
  if (!account) throw new AppError("session_required");
  const hasSecondFactor = secondFactorStore(deps.stores.accounts.db).isActive(user.id);
  const view = toSessionView(session, user, account, {
    isMailSent: deps.mailer !== undefined,
    hasSecondFactor,
  });
  const viewedId = viewedAccountId(session, deps.realClock.now());
  const viewed = viewedId === undefined ? undefined : accounts.findAccount(viewedId);
  const seen = viewed === undefined ? view : asViewer(view, viewed, session);
  return asClosing(seen, deletionDueAt(deps, seen.account.id));
}

/** The user's own active sessions, newest first. */
export function listSessions(deps: Deps, signedIn: SessionPrincipal, query: PageQuery) {
  const { user, sessionId } = signedIn;
  const limits = sessionLimits(deps.realClock.now());
  return readPage(deps, { name: "sessions", of: signedIn, filters: { user: user.id } }, query, {
    read: (before, count) =>
      accountStore(deps.stores.accounts.db).listSessions(user.id, limits, before, count),
    placeOf: (row) => row.id,
    view: (row) => toOwnSessionView(row, sessionId),
  });
}

/** Ends one of the user's own sessions, from the next request on. @throws AppError `not_found` */
export function endSession(deps: Deps, signedIn: SessionPrincipal, id: string): Promise<void> {
  return deps.stores.accounts.write((tx) => {
    const session = accountStore(tx).findSession(id);
    if (session?.userId !== signedIn.user.id || sessionEnd(session) <= deps.realClock.now()) {
      throw new AppError("not_found");
    }
    accountStore(tx).removeSession(id);
    auditEnd(deps, tx, signedIn, session);
  });
}

/** Ends the user's other sessions, from their next request on. */
export function endOtherSessions(deps: Deps, signedIn: SessionPrincipal): Promise<void> {
  return deps.stores.accounts.write(
    (tx) => void endSessions(deps, tx, signedIn, signedIn.user.id, signedIn.sessionId),
  );
}

/** Ends the user's sessions except `keptId`. @returns how many */
export function endSessions(deps: Deps, tx: Tx, actor: Actor, userId: string, keptId?: string): number {
  const ended = accountStore(tx).removeSessions(userId, keptId);
  for (const session of ended) auditEnd(deps, tx, actor, session);
  return ended.length;
}

function auditEnd(deps: Deps, tx: Tx, actor: Actor, session: SessionRow): void {
  auditEndOfView(deps, tx, actor, session);
  appendAudit(deps, tx, actor, { action: "session.ended", target: targetOf(session.id) });
}

function targetOf(sessionId: string) {
  return { type: "session", id: sessionId, name: null } as const;
}

/** Ends the session of the request. */
export function signOut(deps: Deps, signedIn: SessionPrincipal): Promise<void> {
  return deps.stores.accounts.writeFromReserve((tx) => {
    const ended = accountStore(tx).removeSession(signedIn.sessionId);
    if (ended) auditEnd(deps, tx, signedIn, ended);
  });
}
