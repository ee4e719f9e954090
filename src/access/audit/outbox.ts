import type { DueRows } from "../../infra/db/due-rows.ts";
import { type Deps, type Writing, write } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import type { Actor } from "../../infra/http/principal.ts";
import { appendChained } from "./chain.ts";
import { makeEntry, type NewAuditEntry } from "./service.ts";
import { auditOutboxStore, auditQueued, auditStore } from "./store.ts";

/**
 * No transaction covers an environment's database and the audit log. So a change there stores its entry in the same
 * database, and a job moves it: it appends the entry before it removes it, and never twice, even if the process is
 * killed.
 */

/** Entries of an account per transaction. */
const movedMax = 100;

/** Stores an entry in the transaction of its change, with the change's time. */
export function queueAudit(writing: Writing, actor: Actor, entry: NewAuditEntry): void {
  if (actor.kind === "sandbox" && actor.asker === null) return;
  const { deps, tx, environment } = writing;
  const details = { environment, ...entry.details };
  auditOutboxStore(tx).insert(makeEntry(deps, actor, { ...entry, details }));
}

/** Accounts with waiting entries. */
export function accountsWithQueuedAudit({ stores }: Deps, environment: Environment): DueRows {
  return auditQueued(stores.platform(environment));
}

/** Moves an account's entries into its audit log, in batches. */
export async function moveQueuedAudit(
  deps: Deps,
  environment: Environment,
  accountId: string,
): Promise<void> {
  const platform = deps.stores.platform(environment);
  const read = () => auditOutboxStore(platform.db).ofAccount(accountId, movedMax);
  for (let entries = read(); entries.length > 0 && !deps.stopping.aborted; entries = read()) {
    const batch = entries;
    // The log must not record a change that a power cut undoes.
    await platform.synced();
    await deps.stores.accounts.write((tx) => {
      for (const entry of batch) if (!auditStore(tx).has(entry.id)) appendChained(deps.ids, tx, entry);
    });
    await write(deps, environment, ({ tx }) => {
      for (const { id } of batch) auditOutboxStore(tx).remove(id);
    });
  }
}
