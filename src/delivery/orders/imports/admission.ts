import { requireScope } from "../../../access/scopes.ts";
import type { Writing } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import type { ImportKind } from "./columns/field.ts";
import { neededScopes } from "./import.ts";
import { requireImport } from "./reading.ts";
import { type ImportRecord, importStore } from "./store.ts";

/** Who may change an import, and when. */

/** Whoever imports may also make each one alone. @throws AppError `scope_missing` */
export function requireKindScope(caller: Caller, kind: ImportKind): void {
  requireScope(caller, neededScopes[kind]);
}

/** An import of the caller's that nobody has confirmed. @throws AppError `not_found`, `import_not_ready` */
export function requireOpen(
  writing: Writing,
  caller: Caller,
  id: string,
  statuses: readonly ImportRecord["status"][] = ["ready", "checking"],
): ImportRecord {
  const row = requireImport(writing.tx, caller, id);
  requireKindScope(caller, row.kind);
  // Without columns the file is not read yet.
  if (statuses.includes(row.status) && row.columns.length > 0) return row;
  throw new AppError("import_not_ready", {
    detail:
      row.status === "checking"
        ? "Waybill is still checking the file. Read the import again in a moment."
        : `The import is ${row.status}.`,
    members: { import_status: row.status },
  });
}

/** Has the job check the import again. */
export function recheck(writing: Writing, before: ImportRecord, change: Partial<ImportRecord>): ImportRecord {
  const { tx, now } = writing;
  const set = {
    ...change,
    status: "checking",
    dueAt: now,
    version: before.version + 1,
    updatedAt: now,
  } as const;
  importStore(tx).change(before.id, set);
  return { ...before, ...set };
}
