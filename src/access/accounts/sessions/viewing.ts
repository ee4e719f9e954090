import { toTimestamp } from "../../../infra/clock.ts";
import type { DueRows } from "../../../infra/db/due-rows.ts";
import type { Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { type Actor, operatorIn, type SessionPrincipal } from "../../../infra/http/principal.ts";
import { minuteMs } from "../../../infra/units.ts";
import { appendAudit } from "../../audit/service.ts";
import { accountStore, type SessionRow, viewsDue } from "../store.ts";

/**
 * The operator looks as an account: the session reads what the account's people could read, and changes nothing. Both
 * audit logs record beginning and end, the account's without a name.
 */

const viewMs = 30 * minuteMs;

/** The account that a session looks as now; undefined for most. */
export function viewedAccountId(
  { viewedAccountId: id, viewedUntil }: SessionRow,
  now: number,
): string | undefined {
  return id !== null && viewedUntil !== null && viewedUntil > now ? id : undefined;
}

/**
 * Looks as another account from the next request on, for 30 minutes. It ends a view of another account; the same is extended.
 * @throws AppError `not_found`, also for the own account; `session_required` if the session has just ended
 */
export function startView(deps: Deps, operator: SessionPrincipal, accountId: string): Promise<void> {
  return deps.stores.accounts.write((tx) => {
    const accounts = accountStore(tx);
    const account = accounts.findAccount(accountId);
    if (!account || accountId === operator.accountId) throw new AppError("not_found");
    const session = accounts.findSession(operator.sessionId);
    if (!session) throw new AppError("session_required");
    const now = deps.realClock.now();
    const viewedUntil = now + viewMs;
    accounts.setView(session.id, { viewedAccountId: accountId, viewedUntil });
    if (viewedAccountId(session, now) === accountId) return;
    auditEndOfView(deps, tx, operator, session);
    const details = { expires_at: toTimestamp(viewedUntil) };
    const target = { type: "account", id: accountId, name: account.name } as const;
    const entry = { action: "account.view_started", target, details } as const;
    for (const actor of [operator, operatorIn(accountId)]) appendAudit(deps, tx, actor, entry);
  });
}

/** Looks as oneself again. Without a view of this account nothing changes. */
export function endView(deps: Deps, operator: SessionPrincipal, accountId: string): Promise<void> {
  return deps.stores.accounts.write((tx) => {
    const session = accountStore(tx).findSession(operator.sessionId);
    if (session?.viewedAccountId === accountId) clearView(deps, tx, operator, session);
  });
}

/** Sessions whose view ends. */
export function endingViews({ stores }: Deps): DueRows {
  return viewsDue(stores.accounts);
}

/** Ends a view whose time is over. */
export function endViewInTime(deps: Deps, sessionId: string): Promise<void> {
  return deps.stores.accounts.write((tx) => {
    const accounts = accountStore(tx);
    const session = accounts.findSession(sessionId);
    if (!session || session.viewedUntil === null || session.viewedUntil > deps.realClock.now()) return;
    const user = accounts.findUser(session.userId);
    if (user) clearView(deps, tx, operatorIn(user.accountId), session);
  });
}

function clearView(deps: Deps, tx: Tx, actor: Actor, session: SessionRow): void {
  accountStore(tx).setView(session.id, { viewedAccountId: null, viewedUntil: null });
  auditEndOfView(deps, tx, actor, session);
}

/** Records the end of a view, if the session has one. Call it where a session is removed. */
export function auditEndOfView(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { viewedAccountId: id }: Pick<SessionRow, "viewedAccountId">,
): void {
  const account = id === null ? undefined : accountStore(tx).findAccount(id);
  if (!account) return;
  const target = { type: "account", id: account.id, name: account.name } as const;
  for (const each of [actor, operatorIn(account.id)]) {
    appendAudit(deps, tx, each, { action: "account.view_ended", target });
  }
}
