import { toTimestamp } from "../../infra/clock.ts";
import { readingScopes, scopesOf } from "../roles.ts";
import { sessionEnd } from "./account.ts";
import type { OwnSessionView, SessionView } from "./schema.ts";
import type { AccountRow, SessionRow, UserRow } from "./store.ts";

/** The signed-in user, and when the session ends. */
export function toSessionView(
  session: SessionRow,
  user: UserRow,
  account: AccountRow,
  { isMailSent, hasSecondFactor }: { isMailSent: boolean; hasSecondFactor: boolean },
): SessionView {
  return {
    user: {
      id: user.id,
      email: user.email,
      email_verified: isMailSent ? user.emailVerifiedAt !== null : null,
      role: user.role,
      has_second_factor: hasSecondFactor,
      is_operator: user.isOperator,
    },
    scopes: [...scopesOf(user.role)],
    account: ownAccount(account),
    expires_at: toTimestamp(sessionEnd(session)),
    viewing: null,
  };
}

/** A session while the operator looks as an account. */
export function asViewer(view: SessionView, account: AccountRow, { viewedUntil }: SessionRow): SessionView {
  const { id, name } = account;
  return {
    ...view,
    user: { ...view.user, role: "viewer", is_operator: false },
    scopes: [...readingScopes],
    account: ownAccount(account),
    viewing: { account_id: id, account_name: name, ends_at: toTimestamp(viewedUntil ?? 0) },
  };
}

function ownAccount({ id, name, createdAt, purpose }: AccountRow): SessionView["account"] {
  return { id, name, created_at: toTimestamp(createdAt), deletion_due_at: null, purpose };
}

/** A session while the account waits for its deletion. */
export function asClosing(view: SessionView, dueAt: string | null): SessionView {
  return { ...view, account: { ...view.account, deletion_due_at: dueAt } };
}

/** A session in the list of a user's own sessions; `currentId` is the session of the request. */
export function toOwnSessionView(session: SessionRow, currentId: string): OwnSessionView {
  return {
    id: session.id,
    created_at: toTimestamp(session.createdAt),
    last_seen_at: toTimestamp(session.lastSeenAt),
    expires_at: toTimestamp(sessionEnd(session)),
    address: session.address,
    user_agent: session.userAgent,
    current: session.id === currentId,
  };
}

/** An account, as commands print it. */
export function toAccountView({ id, name, tier, createdAt }: AccountRow) {
  return { id, name, tier, created_at: toTimestamp(createdAt) };
}

/** A user, as commands print it. */
export function toUserView({ id, accountId, email, role, isOperator, createdAt }: UserRow) {
  return {
    id,
    account_id: accountId,
    email,
    role,
    is_operator: isOperator,
    created_at: toTimestamp(createdAt),
  };
}
