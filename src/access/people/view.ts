import { toTimestamp, toTimestampOrNull } from "../../infra/clock.ts";
import type { UserRow } from "../accounts/store.ts";
import type { InvitationView, MemberView } from "./schema.ts";
import type { InvitationRow } from "./store.ts";

interface SeenMember {
  /** Whether the person looks at their own row. */
  isOwn: boolean;
  hasSecondFactor: boolean;
  isMailSent: boolean;
}

/** A person of the account. */
export function toMemberView(user: UserRow, { isOwn, hasSecondFactor, isMailSent }: SeenMember): MemberView {
  return {
    id: user.id,
    email: user.email,
    role: user.role,
    is_you: isOwn,
    has_second_factor: hasSecondFactor,
    email_verified: isMailSent ? user.emailVerifiedAt !== null : null,
    created_at: toTimestamp(user.createdAt),
    last_seen_at: toTimestampOrNull(user.lastSeenAt),
  };
}

/** @param inviter email address of who invited */
export function toInvitationView(row: InvitationRow, inviter: string): InvitationView {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    expires_at: toTimestamp(row.expiresAt),
    created_at: toTimestamp(row.createdAt),
    invited_by: inviter,
    is_emailed: row.mailAskedAt !== null,
  };
}
