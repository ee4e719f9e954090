import { refuseOverStorage } from "../../../access/limits/storage.ts";
import type { Writing } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { saveAnswer, writeOnce } from "../../../infra/idempotency/service.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { requireKindScope } from "./admission.ts";
import type { UploadedFile } from "./file-body.ts";
import { keptImportsMax, openImportsMax, openMs } from "./import.ts";
import { getImport } from "./reading.ts";
import type { CreateImportQuery, ImportView } from "./schema.ts";
import { type ImportRecord, importStore } from "./store.ts";

/** Callers upload a list. */

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
    { isFinal: false },
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
