import { refuseOverStorage } from "../../../access/limits/storage.ts";
import { requireScope } from "../../../access/scopes.ts";
import { type Writing, write } from "../../../infra/deps.ts";
import { AppError, type FieldError, refuseFields } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { saveAnswer, writeOnce } from "../../../infra/idempotency/service.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { refuseForbidden } from "../shipments/new-shipment.ts";
import { findMadeSince } from "./checking/since.ts";
import { type ImportKind, typeOf } from "./columns/field.ts";
import type { UploadedFile } from "./file-body.ts";
import { withoutSamples } from "./forgetting.ts";
import { type ImportColumn, keptImportsMax, openImportsMax, openMs, rowsKeptMs } from "./import.ts";
import { getImport, getImportRow, requireImport, shownImport } from "./reading.ts";
import { type ImportRow, importRowStore } from "./rows-store.ts";
import type {
  ConfirmImport,
  CreateImportQuery,
  ImportRowView,
  ImportSummaryView,
  ImportView,
  PatchImport,
  PatchImportRow,
} from "./schema.ts";
import { type ImportRecord, importStore } from "./store.ts";
import { toImportSummary } from "./view.ts";

/** Callers upload a list, say what its columns mean, correct rows, and confirm it. */

const fileNameMax = 200;

/**
 * Stores a file, which a job reads and checks. The same bytes while an import of them is open: that import.
 * @throws AppError `scope_missing`, `limit_reached`, `storage_quota_exceeded`, `validation_failed`
 */
export async function createImport(
  deps: DeliveryDeps,
  caller: Caller,
  { kind = "shipments", file_name }: CreateImportQuery,
  { bytes, name, charset }: UploadedFile,
): Promise<{ view: ImportView; isNew: boolean }> {
  requireKindScope(caller, kind);
  const fileHash = sha256Hex(bytes);
  const { id, isNew } = await writeOnce(
    deps,
    caller,
    (writing) => {
      const { tx, now } = writing;
      const store = importStore(tx);
      const earlier = store.ofFile(caller.accountId, fileHash).filter((each) => each.kind === kind);
      const open = earlier.find(({ status }) => ["checking", "ready", "running"].includes(status));
      if (open) return { id: open.id, isNew: false };
      if (store.countOpen(caller.accountId) >= openImportsMax) {
        throw new AppError("limit_reached", {
          detail: `At most ${openImportsMax} imports can be open in each environment. Confirm or discard one first.`,
        });
      }
      if (store.countKept(caller.accountId) >= keptImportsMax) {
        throw new AppError("limit_reached", {
          detail: `At most ${keptImportsMax} imports have rows in each environment. Rows are erased seven days after the end.`,
        });
      }
      refuseOverStorage(writing, caller.accountId);
      const isKnown = earlier.some(({ status }) => status === "done");
      const row = newImport(writing, caller.accountId, {
        kind,
        fileHash,
        fileName: plainName(name ?? file_name ?? null),
        isKnown,
      });
      store.insert(row);
      store.insertFile({ importId: row.id, bytes: Buffer.from(bytes), charset });
      return { id: row.id, isNew: now === row.createdAt };
    },
    false,
  );
  const view = getImport(deps, caller, id);
  // A new one has nothing of the file yet. The response to a repeated request must not keep what an open one shows.
  return { view: isNew ? await saveAnswer(deps, caller, view) : view, isNew };
}

/** What a file is called without the folders that some browsers name. */
function plainName(name: string | null): string | null {
  const plain = name?.split(/[/\\]/).at(-1)?.replaceAll("\0", "").trim().slice(0, fileNameMax);
  return plain || null;
}

function newImport(
  { deps, now }: Writing,
  accountId: string,
  file: Pick<ImportRecord, "kind" | "fileHash" | "fileName"> & { isKnown: boolean },
): ImportRecord {
  const { isKnown, ...known } = file;
  const detail = "A file with the same content was imported before.";
  return {
    id: deps.ids.make("imp"),
    accountId,
    ...known,
    status: "checking",
    headersHash: null,
    columns: [],
    defaults: {},
    columnFaults: [],
    warnings: isKnown ? [{ code: "file_known", detail }] : [],
    problem: null,
    takesAll: false,
    isStale: true,
    rows: 0,
    valid: 0,
    duplicates: 0,
    created: 0,
    failed: 0,
    faultCount: 0,
    priceSum: null,
    pricedRows: 0,
    willBeTold: 0,
    confirmedBy: null,
    confirmedAt: null,
    version: 1,
    dueAt: now,
    expiresAt: now + openMs,
    endedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Whoever imports may also make each one alone. @throws AppError `scope_missing` */
function requireKindScope(caller: Caller, kind: ImportKind): void {
  if (kind === "contacts") requireScope(caller, "contacts:write");
  if (kind === "drivers") requireScope(caller, "drivers:write");
}

/** An import of the caller's that nobody has confirmed. @throws AppError `not_found`, `import_not_ready` */
function requireOpen(
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

/**
 * Changes what columns mean, what rows have without cells, or which duplicates are taken, and checks all again. `accepts`
 * compares a version with If-Match.
 * @throws AppError `not_found`, `precondition_failed`, `import_not_ready`, `validation_failed`, `scope_missing`, `sandbox_only`
 */
export function patchImport(
  deps: DeliveryDeps,
  caller: Caller,
  id: string,
  patch: PatchImport,
  accepts: (version: number) => boolean,
): Promise<ImportView> {
  if (patch.defaults) refuseForbidden(caller, patch.defaults);
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

/** @throws AppError `validation_failed` */
function chosen(
  { kind, columns }: ImportRecord,
  changes: NonNullable<PatchImport["columns"]>,
): ImportColumn[] {
  const errors: FieldError[] = [];
  const after = [...columns];
  for (const [place, { index, ...change }] of changes.entries()) {
    const pointer = `#/columns/${place}`;
    const column = after[index];
    if (!column) {
      errors.push({
        pointer: `${pointer}/index`,
        code: "unknown_column",
        detail: "must be a column of the file",
      });
      continue;
    }
    if (change.field != null && typeOf(kind, change.field) === undefined) {
      errors.push({
        pointer: `${pointer}/field`,
        code: "unknown_field",
        detail: `must be a field of ${kind}`,
      });
      continue;
    }
    after[index] = { ...column, ...change };
  }
  refuseFields(errors);
  const fields = after.flatMap(({ field }) => field ?? []);
  const twice = changes.findIndex(
    ({ field }) => field != null && fields.indexOf(field) !== fields.lastIndexOf(field),
  );
  if (twice !== -1) {
    const detail = "must not be the field of another column: set that one to null in the same request";
    refuseFields([{ pointer: `#/columns/${twice}/field`, code: "duplicate", detail }]);
  }
  return after;
}

/** Has the job check the import again. */
function recheck(writing: Writing, before: ImportRecord, change: Partial<ImportRecord>): ImportRecord {
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
        pointer: `#/values/${field.replaceAll("~", "~0").replaceAll("/", "~1")}`,
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

/**
 * Confirms exactly the valid rows that the caller has seen. Of two at once one wins; a job makes them.
 * @throws AppError `not_found`, `import_not_ready`, `import_changed`, `scope_missing`
 */
export async function confirmImport(
  deps: DeliveryDeps,
  caller: Caller,
  id: string,
  { rows }: ConfirmImport,
): Promise<ImportSummaryView> {
  await leaveNewDuplicatesOut(deps, caller, id);
  return writeOnce(deps, caller, (writing) => {
    const { tx, now } = writing;
    const before = requireOpen(writing, caller, id, ["ready"]);
    refuseForbidden(caller, before.defaults);
    if (before.valid !== rows) throw changedTo(before.valid);
    rememberMapping(writing, before);
    const set = {
      status: "running",
      confirmedBy: confirmerOf(caller),
      confirmedAt: now,
      dueAt: now,
      version: before.version + 1,
      updatedAt: now,
    } as const;
    importStore(tx).change(id, set);
    return toImportSummary({ ...before, ...set }, caller.environment);
  });
}

function changedTo(valid: number): AppError {
  return new AppError("import_changed", {
    detail: `The import has ${valid} valid rows now. Read it again.`,
    members: { valid },
  });
}

/** Shipments that came since the check may have made duplicates of rows. @throws AppError `not_found`, `import_changed` */
async function leaveNewDuplicatesOut(deps: DeliveryDeps, caller: Caller, id: string): Promise<void> {
  const { db } = deps.stores.platform(caller.environment);
  const record = requireImport(db, caller, id);
  const made = await findMadeSince(deps, caller.environment, record);
  if (made.size === 0) return;
  await write(deps, caller.environment, (writing) => {
    const { tx } = writing;
    const before = importStore(tx).find(id);
    if (before?.version !== record.version) return;
    for (const [row, duplicateId] of made) importRowStore(tx).change(id, row, { duplicateId });
    recheck(writing, before, {});
  });
  throw changedTo(record.valid - made.size);
}

/** The next file with these headers means the same, on another day. */
function rememberMapping({ tx, now }: Writing, record: ImportRecord): void {
  const { accountId, kind, headersHash, columns, defaults } = record;
  if (headersHash === null) return;
  const { date: _, pickup, delivery, ...others } = defaults;
  importStore(tx).saveMapping({
    accountId,
    kind,
    headersHash,
    columns: columns.map(({ field, date_order, unit }) => ({ field, date_order, unit })),
    defaults: {
      ...others,
      ...(pickup && { pickup: withoutWindow(pickup) }),
      ...(delivery && { delivery: withoutWindow(delivery) }),
    },
    usedAt: now,
  });
}

function withoutWindow<T extends { window?: unknown }>({ window: _, ...stop }: T): Omit<T, "window"> {
  return stop;
}

/** Stages of the sandbox confirm nothing. */
function confirmerOf(caller: Caller): ImportRecord["confirmedBy"] {
  const request_id = caller.origin.requestId;
  switch (caller.kind) {
    case "key":
      return { kind: "key", id: caller.key.id, request_id };
    case "session":
      return { kind: "session", id: caller.user.id, request_id };
    case "sandbox":
      throw new Error("the sandbox confirms no import");
  }
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
