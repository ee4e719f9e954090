import type { Deps } from "../../infra/deps.ts";
import { environments } from "../../infra/environment.ts";
import { AppError } from "../../infra/errors.ts";
import { eraseFromAnswers } from "../../infra/idempotency/service.ts";
import { hourMs } from "../../infra/units.ts";
import type { UserErasureRow } from "../accounts/deletion/deletion-store.ts";
import { changeErasure, endErasure, findErasure } from "../accounts/deletion/removal.ts";
import { findOperatorAccountId } from "../accounts/sign-in/operator.ts";
import type { Erasable } from "../audit/chain.ts";
import { type Choose, eraseEntries, eraseTarget } from "../audit/erasing.ts";
import { moveQueuedAudit } from "../audit/outbox.ts";
import type { AuditRow } from "../audit/store.ts";
import { flushRequests } from "../request-log/recording.ts";
import { eraseMentions } from "../request-log/redacting.ts";

/**
 * Erases what logs and files still hold of a person whose user was deleted. Every step can be repeated, so a kill between
 * two of them changes nothing.
 */

/** A request that had begun may write late: so long after, the person's id is looked for once more. */
export const lateMs = hourMs;
/** Another process reads a file, so its log cannot be emptied. */
export const retryMs = 2_000;

/** Makes the next step of a person's erasure: first everything, and an hour later what came late. */
export async function erasePerson(deps: Deps, userId: string): Promise<void> {
  const { accounts } = deps.stores;
  const row = findErasure(accounts.db, userId);
  if (!row) return;
  const emails = row.emails?.split(" ") ?? [];
  await eraseFromAudit(deps, row, emails);
  // Entries may still wait to be moved: the next start looks for the same again.
  if (deps.stopping.aborted) return;
  const isClean = (await eraseEmails(deps, row.accountId, emails)) && (await emptyLogs(deps));
  await accounts.write((tx) => {
    const now = deps.realClock.now();
    if (!isClean) changeErasure(tx, userId, { dueAt: now + retryMs });
    else if (row.emails === null) endErasure(tx, userId);
    else changeErasure(tx, userId, { emails: null, dueAt: now + lateMs });
  });
  // The row itself held the addresses.
  if (isClean) await accounts.emptyLog();
}

async function eraseFromAudit(
  deps: Deps,
  { userId, accountId }: UserErasureRow,
  emails: readonly string[],
): Promise<void> {
  const { accounts } = deps.stores;
  for (const environment of environments) await moveQueuedAudit(deps, environment, accountId);
  const choose: Choose = (entry) => personalIn(entry, userId, emails);
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    after = await accounts.write((tx) => eraseEntries(tx, accountId, from, choose));
  }
  const operatorId = findOperatorAccountId(deps);
  if (operatorId !== undefined) await accounts.write((tx) => eraseTarget(tx, operatorId, userId));
}

/** What an entry says of the person: who acted and from where, or about whom it is. */
function personalIn(entry: AuditRow, userId: string, emails: readonly string[]): Erasable[] {
  const isActor = entry.userId === userId;
  const isTarget =
    entry.targetId === userId || (entry.targetName !== null && emails.includes(entry.targetName));
  const isStranger = isTarget && entry.action === "session.refused";
  return [
    ...(isActor ? (["email"] as const) : []),
    ...(isActor || isStranger ? (["address"] as const) : []),
    ...(isTarget ? (["target_name"] as const) : []),
  ];
}

/** @returns false if another process reads the log just now */
async function eraseEmails(deps: Deps, accountId: string, emails: readonly string[]): Promise<boolean> {
  if (emails.length === 0) return true;
  for (const email of emails) await eraseFromAnswers(deps, accountId, email);
  // Requests that were answered before still wait in memory.
  await flushRequests(deps);
  for (const environment of environments) {
    try {
      for (const address of emails)
        await deps.stores.telemetry.run(eraseMentions, { accountId, environment, address });
    } catch (error) {
      if (error instanceof AppError && error.code === "busy") return false;
      throw error;
    }
  }
  return true;
}

/** @returns false if another process reads a database just now */
export async function emptyLogs({ stores }: Deps): Promise<boolean> {
  let isEmpty = await stores.accounts.emptyLog();
  for (const environment of environments)
    isEmpty = (await stores.platform(environment).emptyLog()) && isEmpty;
  return isEmpty;
}
