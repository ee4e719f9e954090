import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { readPage } from "../../../infra/http/pagination.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { storedStatus } from "./import.ts";
import type { ImportRowQuery, ImportRowView } from "./row-schema.ts";
import { importRowStore } from "./rows-store.ts";
import type { ImportQuery, ImportView } from "./schema.ts";
import { type ImportRecord, importStore } from "./store.ts";
import { faultsShownMax, toImportView, toRowView } from "./view.ts";

/** What callers see of their imports. */

/** @throws AppError `not_found` */
export function requireImport(
  db: Db | Tx,
  { accountId }: Pick<Caller, "accountId">,
  id: string,
): ImportRecord {
  const row = importStore(db).find(id);
  if (row?.accountId !== accountId) throw new AppError("not_found");
  return row;
}

/** An import, with the first of its faults. */
export function shownImport(db: Db | Tx, caller: Caller, row: ImportRecord): ImportView {
  const faulty = importRowStore(db).list({
    importId: row.id,
    after: 0,
    status: "faulty",
    limit: faultsShownMax,
  });
  return toImportView(row, faulty, caller);
}

/** @throws AppError `not_found` */
export function getImport(deps: Deps, caller: Caller, id: string): ImportView {
  const { db } = deps.stores.platform(caller.environment);
  return shownImport(db, caller, requireImport(db, caller, id));
}

/** An account's imports, newest first. */
export function listImports(deps: Deps, caller: Caller, query: ImportQuery) {
  const { accountId, environment } = caller;
  const { db } = deps.stores.platform(environment);
  return readPage(deps, { name: "imports", of: caller }, query, {
    read: (before, limit) => importStore(db).list({ accountId, before, limit }),
    placeOf: ({ id }) => id,
    view: (row: ImportRecord) => shownImport(db, caller, row),
  });
}

/** The rows of an import, in the order of the file. @throws AppError `not_found` */
export function listImportRows(deps: Deps, caller: Caller, id: string, query: ImportRowQuery) {
  const { db } = deps.stores.platform(caller.environment);
  const record = requireImport(db, caller, id);
  const { status } = query;
  const stored = status && storedStatus(status, record.confirmedAt !== null);
  return readPage(deps, { name: "import rows", of: caller, filters: { id, status } }, query, {
    read: (after, limit) =>
      status !== undefined && stored === undefined
        ? []
        : importRowStore(db).list({ importId: id, after: Number(after ?? 0), status: stored, limit }),
    placeOf: ({ row }) => row,
    view: (row) => toRowView(row, record, caller),
  });
}

/** @throws AppError `not_found` */
export function getImportRow(deps: Deps, caller: Caller, id: string, row: number): ImportRowView {
  const { db } = deps.stores.platform(caller.environment);
  const record = requireImport(db, caller, id);
  const found = importRowStore(db).find(id, row);
  if (!found) throw new AppError("not_found");
  return toRowView(found, record, caller);
}
