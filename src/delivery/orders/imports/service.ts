import { write } from "../../../infra/deps.ts";
import { AppError, type FieldError, refuseFields } from "../../../infra/errors.ts";
import { memberPointer } from "../../../infra/http/json.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { refuseForbidden } from "../shipments/new-shipment.ts";
import { recheck, requireKindScope, requireOpen } from "./admission.ts";
import { typeOf } from "./columns/field.ts";
import { refuseInvalidDefaults } from "./defaults.ts";
import { withoutSamples } from "./forgetting.ts";
import { type ImportColumn, rowsKeptMs } from "./import.ts";
import { getImportRow, requireImport, shownImport } from "./reading.ts";
import type { ImportRowView, PatchImportRow } from "./row-schema.ts";
import { type ImportRow, importRowStore } from "./rows-store.ts";
import type { ImportView, PatchImport } from "./schema.ts";
import { type ImportRecord, importStore } from "./store.ts";

/** Callers say what columns mean, correct rows, and discard an import. */

/**
 * Changes what columns mean, what rows have without cells, or which duplicates are taken, and checks all again. `accepts`
 * compares a version with If-Match.
 * @throws AppError `not_found`, `precondition_failed`, `import_not_ready`, `validation_failed`, `scope_missing`,
 * `coordinates_contradict_address`
 */
export function patchImport(
  deps: DeliveryDeps,
  caller: Caller,
  id: string,
  patch: PatchImport,
  accepts: (version: number) => boolean,
): Promise<ImportView> {
  if (patch.defaults) {
    refuseForbidden(caller, patch.defaults);
    refuseInvalidDefaults(deps, patch.defaults);
  }
  return write(deps, caller.environment, (writing) => {
    const { tx } = writing;
    const found = requireImport(tx, caller, id);
    if (!accepts(found.version)) throw new AppError("precondition_failed");
    const before = requireOpen(writing, caller, id);
    const { columns = before.columns, defaults = before.defaults } = {
      ...(patch.columns && { columns: chosen(before, patch.columns) }),
      ...(patch.defaults && { defaults: patch.defaults }),
    };
    const taken = patch.take_duplicates;
    if (taken !== undefined && taken !== "all") importRowStore(tx).take(id, taken);
    const isStale = patch.columns !== undefined || patch.defaults !== undefined;
    const after = recheck(writing, before, {
      columns,
      defaults,
      isStale: isStale || before.isStale,
      ...(taken !== undefined && { takesAll: taken === "all" }),
    });
    return shownImport(tx, caller, after);
  });
}

/** A column that gets the field of another one takes it away from there. @throws AppError `validation_failed` */
function chosen(
  { kind, columns }: ImportRecord,
  changes: NonNullable<PatchImport["columns"]>,
): ImportColumn[] {
  const errors = changes.flatMap(({ index, field }, place): FieldError[] => {
    const pointer = `#/columns/${place}`;
    if (!columns[index])
      return [
        { pointer: `${pointer}/index`, code: "unknown_column", detail: "must be a column of the file" },
      ];
    if (field == null) return [];
    if (typeOf(kind, field) === undefined)
      return [{ pointer: `${pointer}/field`, code: "unknown_field", detail: `must be a field of ${kind}` }];
    const isTaken = changes.slice(0, place).some((each) => each.field === field && each.index !== index);
    const detail = "must not be that of two columns";
    return isTaken ? [{ pointer: `${pointer}/field`, code: "duplicate", detail }] : [];
  });
  refuseFields(errors);
  const named = new Set(changes.map(({ index }) => index));
  const taken = new Set(changes.flatMap(({ field }) => field ?? []));
  const left = columns.map((column) =>
    !named.has(column.index) && column.field !== null && taken.has(column.field)
      ? { ...column, field: null }
      : column,
  );
  for (const { index, ...change } of changes) left[index] = { ...(left[index] as ImportColumn), ...change };
  return left;
}

/**
 * Puts values in place of a row's cells, and checks it again.
 * @throws AppError `not_found`, `precondition_failed`, `import_not_ready`, `validation_failed`, `scope_missing`
 */
export function patchImportRow(
  deps: DeliveryDeps,
  caller: Caller,
  { id, row }: { id: string; row: number },
  { values }: PatchImportRow,
  accepts: (version: number) => boolean,
): Promise<ImportRowView> {
  return write(deps, caller.environment, (writing) => {
    const { tx } = writing;
    const found = requireImport(tx, caller, id);
    if (!accepts(found.version)) throw new AppError("precondition_failed");
    const before = requireOpen(writing, caller, id);
    const rows = importRowStore(tx);
    const old = rows.find(id, row);
    if (!old) throw new AppError("not_found");
    const unknown = Object.keys(values).filter((field) => typeOf(before.kind, field) === undefined);
    refuseFields(
      unknown.map((field) => ({
        pointer: memberPointer("#/values", field),
        code: "unknown_field",
        detail: `must be a field of ${before.kind}`,
      })),
    );
    rows.change(id, row, { status: "unchecked", typed: merged(old, values) });
    recheck(writing, before, {});
    return getImportRow(deps, caller, id, row);
  });
}

function merged({ typed }: ImportRow, values: PatchImportRow["values"]): ImportRow["typed"] {
  const after = Object.entries({ ...typed, ...values }).flatMap(([field, text]) =>
    text === null ? [] : [[field, text] as const],
  );
  return after.length === 0 ? null : Object.fromEntries(after);
}

/** Discards an import that nobody has confirmed; its rows are erased later. @throws AppError `not_found`, `import_not_ready` */
export function discardImport(deps: DeliveryDeps, caller: Caller, id: string): Promise<void> {
  return write(deps, caller.environment, (writing) => {
    const { tx, now } = writing;
    const row = requireImport(tx, caller, id);
    requireKindScope(caller, row.kind);
    if (row.status === "discarded") return;
    importStore(tx).removeFile(id);
    if (row.status === "running" || row.status === "done") {
      throw new AppError("import_not_ready", {
        detail: `The import is ${row.status}.`,
        members: { import_status: row.status },
      });
    }
    importStore(tx).change(id, {
      status: "discarded",
      ...withoutSamples(row),
      endedAt: row.endedAt ?? now,
      dueAt: (row.endedAt ?? now) + rowsKeptMs,
      version: row.version + 1,
      updatedAt: now,
    });
  });
}
