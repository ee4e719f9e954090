import type { Tx } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { readPage } from "../../infra/http/pagination.ts";
import type { RequestOrigin, SessionPrincipal } from "../../infra/http/principal.ts";
import { sha256Hex } from "../../infra/ids.ts";
import { dayMs, hourMs } from "../../infra/units.ts";
import { normalizeEmail } from "../accounts/account.ts";
import { findUserByEmail, refuseTakenEmail } from "../accounts/opening.ts";
import { requireMember, requireStill } from "../accounts/people.ts";
import { requireConfirmed } from "../accounts/proof/confirmation.ts";
import type { UserRow } from "../accounts/store.ts";
import { appendAudit } from "../audit/service.ts";
import { countLink, countSignUp } from "../limits/attempts.ts";
import { invitationMs, isOpen, openInvitationsMax } from "./invitation.ts";
import { joinUrl } from "./letter.ts";
import { refuseFull } from "./members.ts";
import type { CreateInvitation, InvitationWithUrlView } from "./schema.ts";
import { type InvitationRow, invitationStore } from "./store.ts";
import { toInvitationView } from "./view.ts";

/** Owners invite people by a link. The database has hashes of its secret part only. */

/** One mail a day to each address, and a number an hour in total: anyone who signs up can cause these mails. */
const mailAgainMs = dayMs;
const mailsPerHourMax = 60;

/**
 * Invites somebody, and ends an earlier invitation of the same address. The inviter learns that an address has a user
 * already, because nobody could accept the invitation. Sign-up tells the same, and both count against one limit.
 * @throws AppError `email_taken`, `sign_up_throttled`, `scope_missing`, `limit_reached`, `confirmation_required`
 */
export function invite(
  deps: Deps,
  session: SessionPrincipal,
  input: CreateInvitation,
): Promise<InvitationWithUrlView> {
  // Whoever is invited as a developer can make keys, so no role does without.
  requireConfirmed(deps, session);
  const { accounts } = deps.stores;
  const email = normalizeEmail(input.email);
  if (findUserByEmail(accounts.db, email)) countSignUp(deps, session.origin, deps.realClock.now());
  const token = deps.ids.token();
  return accounts.write((tx) => {
    const inviter = requireStill(tx, session, "people:write");
    refuseTakenEmail(tx, email);
    refuseFull(tx, inviter.accountId);
    const row = insertInvitation(deps, tx, inviter, {
      email,
      role: input.role,
      token,
      origin: session.origin,
    });
    const target = targetOf(row);
    appendAudit(deps, tx, session, { action: "invitation.created", target, details: { role: row.role } });
    return { ...toInvitationView(row, inviter.email), url: joinUrl(deps.publicUrl(), token) };
  });
}

function insertInvitation(
  deps: Deps,
  tx: Tx,
  inviter: UserRow,
  { email, role, token, origin }: CreateInvitation & { token: string; origin: RequestOrigin },
): InvitationRow {
  const now = deps.realClock.now();
  const invitations = invitationStore(tx);
  invitations.endOf(inviter.accountId, email, now);
  if (invitations.countOpen(inviter.accountId, now) >= openInvitationsMax) {
    throw new AppError("limit_reached", {
      detail: `An account may have at most ${openInvitationsMax} open invitations. Withdraw one first.`,
    });
  }
  const mailAt = mayMail(deps, tx, inviter, email, origin) ? now : null;
  const row: InvitationRow = {
    id: deps.ids.make("inv"),
    accountId: inviter.accountId,
    email,
    role,
    invitedBy: inviter.id,
    createdAt: now,
    expiresAt: now + invitationMs,
    endedAt: null,
    tokenHash: sha256Hex(token),
    mailedTokenHash: null,
    mailAskedAt: mailAt,
    attempts: 0,
    dueAt: mailAt,
  };
  invitations.insert(row);
  return row;
}

/** Mail names the inviter, so it must be known that the address is theirs. */
function mayMail(deps: Deps, tx: Tx, inviter: UserRow, email: string, origin: RequestOrigin): boolean {
  if (!deps.mailer || inviter.emailVerifiedAt === null) return false;
  const now = deps.realClock.now();
  const invitations = invitationStore(tx);
  if (invitations.wasMailed(email, now - mailAgainMs)) return false;
  if (invitations.countMailed(now - hourMs) >= mailsPerHourMax) return false;
  return countLink(deps, origin, now) === 0;
}

/** Open invitations, newest first. */
export function listInvitations(
  deps: Deps,
  { accountId }: SessionPrincipal,
  query: { limit?: number; cursor?: string },
) {
  const { db } = deps.stores.accounts;
  return readPage(deps, { name: "invitations", of: { accountId } }, query, {
    read: (before, count) => invitationStore(db).list(accountId, deps.realClock.now(), before, count),
    placeOf: (row) => row.id,
    view: (row) => toInvitationView(row, requireMember(db, accountId, row.invitedBy).email),
  });
}

/** Ends an invitation; its link works no more. @throws AppError `not_found`, `scope_missing` */
export function withdraw(deps: Deps, session: SessionPrincipal, id: string): Promise<void> {
  return deps.stores.accounts.write((tx) => {
    requireStill(tx, session, "people:write");
    const row = invitationStore(tx).find(id);
    const now = deps.realClock.now();
    if (row?.accountId !== session.accountId || !isOpen(row, now)) throw new AppError("not_found");
    invitationStore(tx).change(id, { endedAt: now, dueAt: null });
    appendAudit(deps, tx, session, { action: "invitation.withdrawn", target: targetOf(row) });
  });
}

function targetOf({ id, email }: InvitationRow) {
  return { type: "invitation", id, name: email } as const;
}
