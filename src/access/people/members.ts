import { toTimestamp } from "../../infra/clock.ts";
import type { Tx } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError, invalidField } from "../../infra/errors.ts";
import { readPage } from "../../infra/http/pagination.ts";
import { type Actor, operatorIn, type SessionPrincipal } from "../../infra/http/principal.ts";
import { findUserByEmail } from "../accounts/opening.ts";
import {
  countMembers,
  hasOtherOwner,
  listMembers as listUsers,
  requireMember,
  requireStill,
  setRole,
} from "../accounts/people.ts";
import { requireConfirmed } from "../accounts/proof/confirmation.ts";
import { hasSecondFactor } from "../accounts/proof/second-factor.ts";
import type { UserRow } from "../accounts/store.ts";
import { appendAudit } from "../audit/service.ts";
import { endLinksMadeBy, linksMadeBy } from "../devices/made-by.ts";
import { keysMadeBy, revokeKeysMadeBy } from "../keys/made-by.ts";
import { type Role, scopesOf } from "../roles.ts";
import { revokeTokensMadeBy, tokensMadeBy } from "../tokens/service.ts";
import type { MadeCredentialsView, MemberView, PatchMember } from "./schema.ts";
import { invitationStore } from "./store.ts";
import { toMemberView } from "./view.ts";

/** The people of an account. Whoever changes them is asked again inside the transaction, so that no lost role counts. */

const peopleMax = 200;

/** Newest first. */
export function listMembers(
  deps: Deps,
  session: SessionPrincipal,
  query: { limit?: number; cursor?: string },
) {
  const { accountId } = session;
  return readPage(deps, { name: "members", of: { accountId } }, query, {
    read: (before, count) => listUsers(deps.stores.accounts.db, accountId, before, count),
    placeOf: (row) => row.id,
    view: (row) => viewOf(deps, session, row),
  });
}

function viewOf(deps: Deps, session: SessionPrincipal, user: UserRow): MemberView {
  return toMemberView(user, {
    isOwn: user.id === session.user.id,
    hasSecondFactor: hasSecondFactor(deps, user.id),
    isMailSent: deps.mailer !== undefined,
  });
}

/**
 * Gives a person another role, from the next request on; open streams end.
 * @throws AppError `not_found`, `scope_missing`, `confirmation_required`, `last_owner`
 */
export async function changeMember(
  deps: Deps,
  session: SessionPrincipal,
  id: string,
  { role, revokes }: PatchMember & { revokes: boolean },
): Promise<MemberView> {
  requireConfirmed(deps, session);
  const { accounts } = deps.stores;
  const requireChangeable = (tx: Tx) => {
    requireStill(tx, session, "people:write");
    const before = requireMember(tx, session.accountId, id);
    refuseRole(tx, before, role);
    return before;
  };
  if (revokes) await disableWebhooks(deps, session, id, requireChangeable);
  const user = await accounts.write((tx) => {
    const before = requireChangeable(tx);
    changeRole(deps, tx, session, before, role);
    if (revokes) revokeMadeBy(deps, tx, session, id);
    return { ...before, role };
  });
  return viewOf(deps, session, user);
}

/** What a person created and that works: it stays, whatever becomes of the person. @throws AppError `not_found` */
export function listMadeCredentials(deps: Deps, session: SessionPrincipal, id: string): MadeCredentialsView {
  const { accountId } = requireMember(deps.stores.accounts.db, session.accountId, id);
  const person = { accountId, id };
  return {
    keys: keysMadeBy(deps, person),
    tokens: tokensMadeBy(deps, person),
    webhooks: deps.madeWebhooks.list(deps, accountId, id).map(({ createdAt, ...webhook }) => ({
      ...webhook,
      created_at: toTimestamp(createdAt),
    })),
    driver_links: linksMadeBy(deps, person),
  };
}

/** Revokes what stands in the accounts' database. */
export function revokeMadeBy(deps: Deps, tx: Tx, actor: Actor, userId: string): void {
  revokeKeysMadeBy(deps, tx, actor, userId);
  revokeTokensMadeBy(deps, tx, actor, userId);
  endLinksMadeBy(deps, tx, actor, userId);
}

/**
 * Disables the person's endpoints, which stand in other databases: before the person goes, so that a stop between the two
 * leaves nothing on. `check` refuses what will be refused.
 */
export async function disableWebhooks(
  deps: Deps,
  session: SessionPrincipal,
  userId: string,
  check: (tx: Tx) => UserRow,
): Promise<void> {
  await deps.stores.accounts.write(check);
  await deps.madeWebhooks.disable(deps, session, userId);
}

/** Changes a role by a command on the server's machine. @throws AppError `validation_failed`, `last_owner` */
export function changeRoleByCommand(deps: Deps, email: string, role: Role): Promise<UserRow> {
  return deps.stores.accounts.write((tx) => {
    const before = findUserByEmail(tx, email);
    if (!before) throw invalidField("#/email", "unknown", "belongs to no user");
    changeRole(deps, tx, operatorIn(before.accountId), before, role);
    return { ...before, role };
  });
}

/** Records the change and ends what the person could give to others. @throws AppError `last_owner` */
function changeRole(deps: Deps, tx: Tx, actor: Actor, before: UserRow, role: Role): void {
  if (before.role === role) return;
  refuseRole(tx, before, role);
  setRole(tx, before.id, role);
  if (!scopesOf(role).includes("people:write")) invitationStore(tx).endBy(before.id, deps.realClock.now());
  appendAudit(deps, tx, actor, {
    action: "user.role_changed",
    target: { type: "user", id: before.id, name: before.email },
    details: { role, previous_role: before.role },
  });
}

/** @throws AppError `last_owner` */
function refuseRole(tx: Tx, before: UserRow, role: Role): void {
  if (before.role === "owner" && role !== "owner") refuseLastOwner(tx, before);
}

/** @throws AppError `limit_reached` if nobody else may join the account by an invitation */
export function refuseFull(tx: Tx, accountId: string): void {
  if (countMembers(tx, accountId) < peopleMax) return;
  throw new AppError("limit_reached", {
    detail: `An account may have at most ${peopleMax} people. An owner must remove somebody first.`,
  });
}

/** @throws AppError `last_owner` */
export function refuseLastOwner(tx: Tx, user: UserRow): void {
  if (hasOtherOwner(tx, user)) return;
  throw new AppError("last_owner", { detail: "Make somebody else an owner first." });
}
