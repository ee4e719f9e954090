import { type Writing, write } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { refuseForbidden } from "../shipments/new-shipment.ts";
import { recheck, requireOpen } from "./admission.ts";
import { findMadeSince } from "./checking/since.ts";
import { requireImport } from "./reading.ts";
import { importRowStore } from "./rows-store.ts";
import type { ConfirmImport, ImportSummaryView } from "./schema.ts";
import { type ImportRecord, importStore } from "./store.ts";
import { toImportSummary } from "./view.ts";

/** Callers confirm what they have seen. */

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

/** Stages of the sandbox and standing orders confirm nothing. */
function confirmerOf(caller: Caller): ImportRecord["confirmedBy"] {
  const request_id = caller.origin.requestId;
  switch (caller.kind) {
    case "key":
      return { kind: "key", id: caller.key.id, request_id };
    case "session":
      return { kind: "session", id: caller.user.id, request_id };
    case "sandbox":
    case "schedule":
      throw new Error(`no ${caller.kind} confirms an import`);
  }
}
