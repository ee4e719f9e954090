import { type Writing, write } from "@/infra/deps.ts";
import type { Environment } from "@/infra/environment.ts";
import { sha256Hex } from "@/infra/ids.ts";
import { inSlices, nextTurn } from "@/infra/waiting/turns.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import { findHeaders, type GuessedColumn, guessColumns } from "../columns/guessing.ts";
import { continuedRows } from "../columns/lines.ts";
import { decodeFile, Unreadable } from "../file/decoding.ts";
import { type FileRow, parseRows, tooManyColumns, tooManyRows } from "../file/parsing.ts";
import { columnsMax, type ImportColumn, type ImportProblem, rowsMax } from "../import.ts";
import { importRowStore } from "../rows-store.ts";
import { type ImportRecord, importStore } from "../store.ts";

/** From the bytes of a file to rows, and to columns with what they probably mean. */

const rowsPerWrite = 250;
const rowsPerRemoval = 200;
const samplesPerColumn = 3;
const sampleCharactersMax = 80;
/** What headers are looked for in, and what columns are guessed by. */
const rowsAboveMax = 20;
const guessedByMax = 50;

/** Reads the file into rows, in short steps. After a stop it begins again. @returns why it cannot be read */
export async function readFile(
  deps: DeliveryDeps,
  environment: Environment,
  id: string,
): Promise<ImportProblem | undefined> {
  const { db } = deps.stores.platform(environment);
  const file = importStore(db).findFile(id);
  const before = importStore(db).find(id);
  if (!file || !before) return undefined;
  try {
    const { default: papa } = await import("papaparse");
    const text = await inSlices(decodeFile(file.bytes, file.charset), deps.stopping);
    const all = await inSlices(parseRows(papa, text), deps.stopping);
    const list = await inSlices(guess(split(all), before), deps.stopping);
    await storeRows(deps, environment, id, list.data);
    await write(deps, environment, (writing) => storeColumns(writing, before, list));
    return undefined;
  } catch (error) {
    if (error instanceof Unreadable) return { code: error.code, detail: error.message };
    throw error;
  }
}

/** @throws Unreadable for a file without data, or with too much of it */
function split(all: readonly FileRow[]): { headers: string[]; data: FileRow[] } {
  const place = findHeaders(all.slice(0, rowsAboveMax).map(({ cells }) => cells));
  const data = all.slice(place === null ? 0 : place + 1);
  if (data.length === 0) throw new Unreadable("no_rows", "The file has no rows below its headers.");
  if (data.length > rowsMax) throw tooManyRows();
  const width = Math.max(...data.map(({ cells }) => cells.length));
  const named = place === null ? [] : (all[place]?.cells ?? []);
  const headers = Array.from(
    { length: Math.max(width, named.length) },
    (_, index) => named[index]?.trim() ?? "",
  );
  return headers.length > columnsMax ? withoutEmptyColumns(headers, data) : { headers, data };
}

/** @throws Unreadable for more columns with data than a list may have */
function withoutEmptyColumns(headers: readonly string[], data: readonly FileRow[]) {
  const hasData = (index: number) => data.some(({ cells }) => (cells[index] ?? "").trim() !== "");
  const kept = [...headers.keys()].filter(hasData);
  if (kept.length > columnsMax) throw tooManyColumns();
  return {
    headers: kept.map((index) => headers[index] ?? ""),
    data: data.map(({ number, cells }) => ({ number, cells: kept.map((index) => cells[index] ?? "") })),
  };
}

interface GuessedList {
  headers: string[];
  guessed: GuessedColumn[];
  data: FileRow[];
}

/** What the columns mean, and the rows: one for each order where a shop has written several. In short steps. */
function* guess(
  { headers, data }: Pick<GuessedList, "headers" | "data">,
  { kind }: ImportRecord,
): Generator<void, GuessedList> {
  const rows = data.map(({ cells }) => cells);
  const guessed = yield* guessColumns(headers, rows.slice(0, guessedByMax), kind);
  const isContinued = continuedRows(guessed, rows);
  return { headers, guessed, data: data.filter((_, place) => !isContinued[place]) };
}

async function storeRows(
  deps: DeliveryDeps,
  environment: Environment,
  importId: string,
  data: readonly FileRow[],
): Promise<void> {
  const removeSome = () =>
    write(deps, environment, ({ tx }) => importRowStore(tx).removeSome(importId, rowsPerRemoval));
  while ((await removeSome()) === rowsPerRemoval);
  for (let at = 0; at < data.length; at += rowsPerWrite) {
    await write(deps, environment, ({ tx }) => {
      for (const { number, cells } of data.slice(at, at + rowsPerWrite))
        importRowStore(tx).insert(newRow(importId, number, cells));
    });
    await nextTurn();
    deps.stopping.throwIfAborted();
  }
}

function newRow(importId: string, row: number, cells: string[]) {
  return {
    importId,
    row,
    status: "unchecked" as const,
    cells,
    typed: null,
    faults: [],
    warnings: [],
    sameKey: null,
    referenceKey: null,
    duplicateRow: null,
    duplicateId: null,
    isTaken: false,
    isFaulty: false,
    price: null,
    isTold: false,
    shipmentId: null,
    contactId: null,
    driverId: null,
    isAccepting: false,
    problem: null,
  };
}

function storeColumns(
  { tx, now }: Writing,
  before: ImportRecord,
  { headers, guessed, data }: GuessedList,
): void {
  const row = importStore(tx).find(before.id);
  if (row?.status !== "checking") return;
  const { kind, accountId } = row;
  const isNamed = headers.some((header) => header !== "");
  const headersHash = isNamed ? sha256Hex(JSON.stringify(headers)) : null;
  const known = headersHash === null ? undefined : importStore(tx).findMapping(accountId, kind, headersHash);
  const columns = headers.map(
    (header, index): ImportColumn => ({
      index,
      header,
      field: guessed[index]?.field ?? null,
      date_order: null,
      unit: guessed[index]?.unit ?? null,
      ...known?.columns[index],
      samples: samplesOf(data, index),
    }),
  );
  importStore(tx).removeFile(row.id);
  importStore(tx).change(row.id, {
    columns,
    headersHash,
    rows: data.length,
    ...(known && { defaults: known.defaults }),
    isStale: true,
    version: row.version + 1,
    updatedAt: now,
  });
}

function samplesOf(data: readonly FileRow[], index: number): string[] {
  const samples = new Set<string>();
  for (const { cells } of data) {
    const cell = cells[index]?.trim() ?? "";
    if (cell !== "") samples.add(cell.slice(0, sampleCharactersMax).toWellFormed());
    if (samples.size === samplesPerColumn) break;
  }
  return [...samples];
}
