import { toTimestamp } from "../../infra/clock.ts";
import type { Db, Tx } from "../../infra/db/store.ts";
import { type Deps, inMemory } from "../../infra/deps.ts";
import { isFault } from "../../infra/errors.ts";
import { createdWithin, orderedBy, readPage } from "../../infra/http/pagination.ts";
import type { Actor, AuditedKey, SessionPrincipal } from "../../infra/http/principal.ts";
import { hourMs } from "../../infra/units.ts";
import type { AuditAction, AuditDetails, AuditTarget } from "./audit.ts";
import { appendChained, type NewEntry } from "./chain.ts";
import type { AuditEntryView, AuditQuery } from "./schema.ts";
import { type AuditRow, auditStore } from "./store.ts";

export interface NewAuditEntry {
  action: AuditAction;
  target: AuditTarget;
  details?: AuditDetails;
}

/** Records a change and who made it, in the change's own transaction, so that neither exists alone. */
export function appendAudit(deps: Deps, tx: Tx, actor: Actor, entry: NewAuditEntry): void {
  appendChained(deps.ids, tx, makeEntry(deps, actor, entry));
}

/** How many entries `recordAuditAtMost` wrote in this hour, by account, action and `about`. */
const writtenOf = inMemory(() => ({ hour: 0, counts: new Map<string, number>() }));

/**
 * Records something that changed no data, such as a failed sign-in. It writes at most `max` entries an hour for the
 * same account, action and `about`. Nobody waits for it.
 */
export function recordAuditAtMost(
  deps: Deps,
  actor: Actor,
  entry: NewAuditEntry,
  { about, max }: { about: string; max: number },
): void {
  const written = writtenOf(deps);
  const hour = Math.floor(deps.realClock.now() / hourMs);
  if (written.hour !== hour) {
    written.hour = hour;
    written.counts.clear();
  }
  const key = [actor.accountId, entry.action, about].join();
  const count = written.counts.get(key) ?? 0;
  if (count >= max) return;
  written.counts.set(key, count + 1);
  deps.stores.accounts
    .write((tx) => appendAudit(deps, tx, actor, entry))
    .catch(
      (error) =>
        isFault(error) &&
        deps.log.warn({ err: error, action: entry.action }, "Writing an audit entry failed"),
    );
}

/** A new entry with the current time, not appended yet. */
export function makeEntry(deps: Deps, actor: Actor, entry: NewAuditEntry): NewEntry {
  const { action, target, details = {} } = entry;
  const { user, key } = nameOf(actor);
  return {
    id: deps.ids.make("aud"),
    accountId: actor.accountId,
    at: deps.realClock.now(),
    action,
    userId: user?.id ?? null,
    email: user?.email ?? null,
    targetType: target.type,
    targetId: target.id,
    targetName: target.name,
    address: actor.origin?.address ?? null,
    requestId: actor.origin?.requestId ?? null,
    details: key ? { ...details, key } : details,
  };
}

/** Entries do not name the operator. Strangers without a mailed link are unknown, or drivers whom the target names. */
function nameOf(actor: Actor): { user?: SessionPrincipal["user"]; key?: AuditedKey } {
  switch (actor.kind) {
    case "key":
      return { key: actor.key };
    case "session":
      return { user: actor.user };
    case "sandbox":
      return actor.asker ? nameOf(actor.asker) : {};
    case "stranger":
      return actor.user ? { user: actor.user } : {};
    case "schedule":
    case "operator":
      return {};
  }
}

export function listAuditEntries(
  deps: Deps,
  { accountId }: Pick<SessionPrincipal, "accountId">,
  query: AuditQuery,
) {
  const { limit: _limit, cursor: _cursor, sort: order = "newest", ...filters } = query;
  const filter = {
    order,
    actions: filters.action?.split(",") as AuditAction[] | undefined,
    targetId: filters.target_id,
    ...createdWithin(filters),
  };
  return readPage(deps, { name: "audit", of: { accountId }, filters: orderedBy(order, filters) }, query, {
    read: (place, count) =>
      auditStore(deps.stores.accounts.db).list(
        accountId,
        filter,
        place === undefined ? undefined : Number(place),
        count,
      ),
    placeOf: (row) => row.position,
    view: toView,
  });
}

/** A failed sign-in has no known actor, and only drivers connect and disconnect devices themselves. */
function kindOf({ action, userId, details }: AuditRow): AuditEntryView["actor"]["kind"] {
  if (details.key) return "key";
  if (action === "session.refused") return "unknown";
  if (action === "device.linked" || action === "device.disconnected") return "driver";
  return userId === null ? "operator" : "user";
}

function toView(row: AuditRow): AuditEntryView {
  const { key = null, ...details } = row.details;
  return {
    id: row.id,
    at: toTimestamp(row.at),
    action: row.action,
    actor: { kind: kindOf(row), user_id: row.userId, email: row.email, key },
    target: { type: row.targetType, id: row.targetId, name: row.targetName },
    address: row.address,
    request_id: row.requestId,
    details,
  };
}

/** Who did something first, by the log: the id of a user, or of a key. Null if nobody knows. */
export function makerInAudit(
  db: Db | Tx,
  accountId: string,
  targetId: string,
  action: AuditAction,
): string | null {
  const entry = auditStore(db)
    .ofTarget(accountId, targetId)
    .find((each) => each.action === action);
  return entry?.userId ?? entry?.details.key?.id ?? null;
}
