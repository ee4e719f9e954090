import type { DueRows } from "../../../infra/db/due-rows.ts";
import type { Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { operatorIn, type SessionPrincipal } from "../../../infra/http/principal.ts";
import { dayMs } from "../../../infra/units.ts";
import type { AuditAction } from "../../audit/audit.ts";
import { appendAudit } from "../../audit/service.ts";
import { accountStore } from "../store.ts";
import { type DeletionRow, deletionStore, deletionsDue, removeRowsOfAccount } from "./deletion-store.ts";

/** The wish to delete an account: it waits some days, and can be taken back until they are over. */

const rowsPerStep = 200;

/** Who asks: a person of the account, the operator on the dashboard, or a command of the operator. */
type Asking = SessionPrincipal | null;

/**
 * Closes the account from its next request on. Asking again changes nothing, but the operator's command can end the
 * waiting time at once.
 * @throws AppError `not_found`, `account_not_deletable` for the operator's own account
 */
export function requestDeletion(
  deps: Deps,
  accountId: string,
  asking: Asking,
  { isDueNow = false } = {},
): Promise<DeletionRow> {
  const now = deps.realClock.now();
  const dueAt = isDueNow ? now : now + deps.config.deletionDays * dayMs;
  return deps.stores.accounts.write((tx) => {
    const deletions = deletionStore(tx);
    const before = deletions.find(accountId);
    if (!accountStore(tx).findAccount(accountId)) throw new AppError("not_found");
    refuseOperators(tx, accountId);
    if (before) {
      if (isDueNow && before.stage === "waiting") deletions.change(accountId, { dueAt });
      return isDueNow ? { ...before, dueAt } : before;
    }
    const row: DeletionRow = { accountId, stage: "waiting", requestedAt: now, dueAt };
    deletions.insert(row);
    audit(deps, tx, accountId, "account.deletion_requested", asking);
    return row;
  });
}

/** Opens the account again. Without a request nothing changes. @throws AppError `not_found` once its erasing began */
export function takeDeletionBack(deps: Deps, accountId: string, asking: Asking): Promise<void> {
  return deps.stores.accounts.write((tx) => {
    const row = deletionStore(tx).find(accountId);
    if (!accountStore(tx).findAccount(accountId)) throw new AppError("not_found");
    if (!row) return;
    if (row.stage !== "waiting") throw new AppError("not_found");
    deletionStore(tx).remove(accountId);
    audit(deps, tx, accountId, "account.deletion_taken_back", asking);
  });
}

/** The deletion of an account, inside a transaction. */
export function findDeletionIn(tx: Tx, accountId: string): DeletionRow | undefined {
  return deletionStore(tx).find(accountId);
}

/** What comes next of a deletion. */
export function changeDeletion(
  tx: Tx,
  accountId: string,
  change: Partial<Pick<DeletionRow, "stage" | "dueAt">>,
): void {
  deletionStore(tx).change(accountId, change);
}

/** Nothing of the account is left. */
export function endDeletion(tx: Tx, accountId: string): void {
  deletionStore(tx).remove(accountId);
}

/** Deletes some rows of an account in a database, but for its own. @returns whether some may be left */
export function removeSomeRows(tx: Tx, accountId: string): boolean {
  return removeRowsOfAccount(tx, accountId, rowsPerStep) === rowsPerStep;
}

/** Deletes the account's own row, when no other is left. */
export function removeAccountRow(tx: Tx, accountId: string): void {
  deletionStore(tx).removeAccount(accountId);
}

/** Deletions whose next step has a time. */
export function waitingDeletions({ stores }: Deps): DueRows {
  return deletionsDue(stores.accounts);
}

/** The operator's own log says what the operator did, without the account's name: it outlives the account. */
function audit(deps: Deps, tx: Tx, accountId: string, action: AuditAction, asking: Asking): void {
  const entry = { action, target: { type: "account", id: accountId, name: null } } as const;
  appendAudit(deps, tx, asking?.accountId === accountId ? asking : operatorIn(accountId), entry);
  if (asking && asking.accountId !== accountId) appendAudit(deps, tx, asking, entry);
}

function refuseOperators(tx: Tx, accountId: string): void {
  if (
    !accountStore(tx)
      .listUsers(accountId)
      .some(({ isOperator }) => isOperator)
  )
    return;
  throw new AppError("account_not_deletable", {
    detail: "This is the account of the installation's operator. Whoever runs the installation needs it.",
  });
}
