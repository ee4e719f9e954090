import { version } from "../../package.json";
import { changeAccount, findAccounts, listUsers } from "../access/accounts/administration.ts";
import { getAccount } from "../access/accounts/service.ts";
import type { AccountRow } from "../access/accounts/store.ts";
import { noteAudit } from "../access/audit/service.ts";
import { countUsableKeys } from "../access/keys/service.ts";
import { lastBackup } from "../infra/backups/service.ts";
import { toTimestamp } from "../infra/clock.ts";
import type { Deps } from "../infra/deps.ts";
import { readPage } from "../infra/http/pagination.ts";
import { operatorIn, type SessionPrincipal } from "../infra/http/principal.ts";
import { bytesPerMb } from "../infra/sizes.ts";
import type {
  OperatorAccountQuery,
  OperatorAccountView,
  OperatorJobView,
  OperatorStorageView,
  PatchAccount,
} from "./schema.ts";
import {
  toOperatorAccountView,
  toOperatorBackupView,
  toOperatorDatabaseView,
  toOperatorJobView,
} from "./view.ts";

/** The installation as its operator sees it. Nothing here reads a row for each shipment, event or delivery. */

/** Of the same read, by the same operator: the dashboard repeats it often. */
const entriesPerHourMax = 1;

export function listAccounts(deps: Deps, operator: SessionPrincipal, query: OperatorAccountQuery) {
  const { q: text, tier, status } = query;
  const filter = { text, tier, isSuspended: status && status === "suspended" };
  const page = readPage(deps, { name: "accounts", of: operator, filters: filter }, query, {
    read: (before, count) => findAccounts(deps, filter, before, count),
    placeOf: ({ id }) => id,
    view: (row) => viewOf(deps, row),
  });
  const target = { type: "installation", id: "accounts", name: null } as const;
  const bound = { about: operator.user.id, max: entriesPerHourMax };
  noteAudit(deps, operator, { action: "accounts.listed", target }, bound);
  return page;
}

/** @throws AppError `not_found` */
export function getAnyAccount(deps: Deps, operator: SessionPrincipal, id: string): OperatorAccountView {
  const row = getAccount(deps, id);
  if (id !== operator.accountId) recordRead(deps, operator, row);
  return viewOf(deps, row);
}

/** In the operator's own account, and without a name in the other one. */
function recordRead(deps: Deps, operator: SessionPrincipal, { id, name }: AccountRow): void {
  const entry = { action: "account.read", target: { type: "account", id, name } } as const;
  const bound = { about: `${operator.user.id} ${id}`, max: entriesPerHourMax };
  for (const actor of [operator, operatorIn(id)]) noteAudit(deps, actor, entry, bound);
}

/** @throws AppError `not_found`, `validation_failed` */
export async function patchAccount(
  deps: Deps,
  operator: SessionPrincipal,
  id: string,
  change: PatchAccount,
): Promise<OperatorAccountView> {
  return viewOf(deps, await changeAccount(deps, id, change, operator));
}

function viewOf(deps: Deps, row: AccountRow): OperatorAccountView {
  return toOperatorAccountView(row, listUsers(deps, row.id), countUsableKeys(deps, row.id));
}

export function listJobs(deps: Deps): { data: OperatorJobView[] } {
  const reports = [...deps.loops.flatMap((loop) => loop.reports()), ...(deps.calendar()?.reports() ?? [])];
  return { data: reports.map(toOperatorJobView) };
}

export async function getStorage(deps: Deps): Promise<OperatorStorageView> {
  const { config, stores, startedAt, backups } = deps;
  const { condition } = stores;
  const last = await lastBackup(deps);
  return {
    version,
    started_at: toTimestamp(startedAt),
    data_folder: config.data,
    free_bytes: condition.freeBytes,
    min_free_bytes: config.minFreeMb * bytesPerMb,
    writes_refused: condition.spaceIsLow,
    sync_running_ms: condition.syncRunningMs,
    databases: stores.footprints().map(toOperatorDatabaseView),
    backup_folder: backups.folder,
    last_backup: last && toOperatorBackupView(last),
  };
}
