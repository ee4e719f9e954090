import type { Db } from "@/infra/db/store.ts";
import { type Writing, write } from "@/infra/deps.ts";
import type { Environment } from "@/infra/environment.ts";
import { inSlices, nextTurn } from "@/infra/waiting/turns.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import { sendsRecipientMails } from "../../../recipients/mail/permission.ts";
import { withoutSamples } from "../forgetting.ts";
import { type ImportProblem, type RowFault, rowsKeptMs } from "../import.ts";
import { type ImportRow, importRowStore, type KeyedRow } from "../rows-store.ts";
import { type ImportRecord, importStore } from "../store.ts";
import { columnFaultsOf, datedColumns } from "./columns.ts";
import { createMadeFinder, type FindMade, findRepeated } from "./duplicates.ts";
import { readFile } from "./file.ts";
import { judgingOf } from "./judge-of.ts";
import { type Judging, judgeRow } from "./judging.ts";
import { priceOf, pricingOf } from "./pricing.ts";
import { totalsOf } from "./totals.ts";

/** So many rows are read and written at a time. */
const rowsPerStep = 50;
const keyedPerStep = 500;
const changesPerWrite = 200;
/** An operator's route planner may be asked for each row: the sum is of those that came in time. */
const pricingMaxMs = 8_000;

/** The import was changed, confirmed or discarded meanwhile: the job looks again. */
class Superseded extends Error {}

/** What a step of a check works with. */
interface Check {
  deps: DeliveryDeps;
  environment: Environment;
  /** As it was when the check began. */
  record: ImportRecord;
}

/**
 * Reads the file of an import, then all rows that nobody has checked, and compares them. A change meanwhile begins it again;
 * what is checked by then stays, unless the change concerns all rows.
 */
export async function checkImport(deps: DeliveryDeps, environment: Environment, id: string): Promise<void> {
  const { db } = deps.stores.platform(environment);
  if (importStore(db).findFile(id)) {
    const problem = await readFile(deps, environment, id);
    if (problem) return endUnreadable(deps, environment, id, problem);
  }
  const record = importStore(db).find(id);
  if (record?.status !== "checking") return;
  try {
    const check = await begin({ deps, environment, record });
    await judgeAll(check);
    await compare(check);
  } catch (error) {
    if (!(error instanceof Superseded)) throw error;
  }
}

/** Writes a step, unless the import has changed. @throws Superseded */
function writeStep<T>({ deps, environment, record }: Check, change: (writing: Writing) => T): Promise<T> {
  const { id, version } = record;
  return write<T>(deps, environment, (writing) => {
    const now = importStore(writing.tx).find(id);
    if (now?.status !== "checking" || now.version !== version) throw new Superseded();
    return change(writing) as never;
  });
}

/** Has all rows read again where that is needed, and settles how the dates of each column are read. */
async function begin(check: Check): Promise<Check> {
  const { deps, environment, record } = check;
  const { id } = record;
  const { db } = deps.stores.platform(environment);
  if (record.isStale) {
    const uncheckSome = () =>
      writeStep(check, ({ tx }) => importRowStore(tx).uncheckSome(id, changesPerWrite));
    while ((await uncheckSome()) === changesPerWrite) await nextTurn();
  }
  const dated = await inSlices(datedColumns(db, record), deps.stopping);
  const { columns } = dated;
  const settled = { columns, columnFaults: columnFaultsOf(record, dated), isStale: false };
  await writeStep(check, ({ tx }) => importStore(tx).change(id, settled));
  return { ...check, record: { ...record, ...settled } };
}

async function judgeAll(check: Check): Promise<void> {
  const { deps, environment, record } = check;
  const { accountId, id } = record;
  const { db } = deps.stores.platform(environment);
  const judging = await judgingOf(deps, environment, record);
  const findMade = createMadeFinder(db, accountId);
  const pricing = pricingOf(deps, environment, record);
  const tells = sendsRecipientMails(deps, environment, accountId);
  const { monotonic } = deps.realClock;
  let pricingMs = 0;
  for (;;) {
    const rows = importRowStore(db).list({ importId: id, after: 0, status: "unchecked", limit: rowsPerStep });
    if (rows.length === 0) return;
    const judged = await inSlices(judgeSome(judging, findMade, record.columnFaults, rows), deps.stopping);
    for (const each of judged) {
      if (each.body === undefined) continue;
      each.set.isTold = tells && each.body.delivery.contact.email != null;
      if (pricingMs > pricingMaxMs) continue;
      const begunMs = monotonic();
      each.set.price = await priceOf(deps, environment, pricing, each.body);
      pricingMs += monotonic() - begunMs;
    }
    await writeStep(check, ({ tx }) => {
      for (const { row, set } of judged) importRowStore(tx).change(id, row, set);
    });
    await nextTurn();
    deps.stopping.throwIfAborted();
  }
}

/** @param ofAll faults of the whole import, which no row has again */
function* judgeSome(
  judging: Judging,
  findMade: FindMade,
  ofAll: readonly RowFault[],
  rows: readonly ImportRow[],
) {
  const isOfAll = ({ field, code }: RowFault) =>
    ofAll.some((each) => each.field === field && each.code === code);
  const judged = [];
  for (const row of rows) {
    const { made, faults, warnings, keys } = judgeRow(judging, row);
    const set: Partial<ImportRow> = {
      status: made ? "valid" : "faulty",
      isFaulty: !made,
      faults: faults.filter((each) => !isOfAll(each)),
      warnings: [...warnings],
      sameKey: keys.same,
      referenceKey: keys.reference,
      duplicateId: (made && findMade(made, keys)) ?? null,
      price: null,
      isTold: false,
    };
    judged.push({ row: row.row, set, body: made?.kind === "shipments" ? made.body : undefined });
    yield;
  }
  return judged;
}

/** Tells duplicates, sums up, and lets people confirm. */
async function compare(check: Check): Promise<void> {
  const { deps, environment, record } = check;
  const { db } = deps.stores.platform(environment);
  const rows = await inSlices(keyedRows(db, record.id), deps.stopping);
  const repeated = findRepeated(rows);
  await nextTurn();
  const compared = rows.map((row) => ({ before: row, after: withStatus(row, repeated, record.takesAll) }));
  const changed = compared.filter(
    ({ before, after }) => before.status !== after.status || before.duplicateRow !== after.duplicateRow,
  );
  for (let at = 0; at < changed.length; at += changesPerWrite) {
    await writeStep(check, ({ tx }) => {
      for (const { after } of changed.slice(at, at + changesPerWrite)) {
        const { row, status, duplicateRow } = after;
        importRowStore(tx).change(record.id, row, { status, duplicateRow });
      }
    });
    await nextTurn();
  }
  const totals = totalsOf(compared.map(({ after }) => after));
  await nextTurn();
  await writeStep(check, ({ tx, now }) => {
    importStore(tx).change(record.id, {
      ...totals,
      status: "ready",
      faultCount: totals.faultCount + record.columnFaults.length,
      dueAt: record.expiresAt,
      version: record.version + 1,
      updatedAt: now,
    });
  });
}

function* keyedRows(db: Db, importId: string): Generator<void, KeyedRow[]> {
  const all: KeyedRow[] = [];
  for (;;) {
    const rows = importRowStore(db).keyed(importId, all.at(-1)?.row ?? 0, keyedPerStep);
    for (const row of rows) all.push(row);
    if (rows.length < keyedPerStep) return all;
    yield;
  }
}

/** A row that repeats another one is no row with faults: shops write one for each item of an order. */
function withStatus(row: KeyedRow, repeated: ReadonlyMap<number, number>, takesAll: boolean): KeyedRow {
  const duplicateRow = repeated.get(row.row) ?? null;
  const isDuplicate = duplicateRow !== null || row.duplicateId !== null;
  const isLeftOut = isDuplicate && !(row.isTaken || takesAll);
  return { ...row, duplicateRow, status: isLeftOut ? "duplicate" : row.isFaulty ? "faulty" : "valid" };
}

function endUnreadable(
  deps: DeliveryDeps,
  environment: Environment,
  id: string,
  problem: ImportProblem,
): Promise<void> {
  return write(deps, environment, ({ tx, now }) => {
    const row = importStore(tx).find(id);
    if (row?.status !== "checking") return;
    importStore(tx).removeFile(id);
    importStore(tx).change(id, {
      status: "unreadable",
      ...withoutSamples(row),
      problem,
      endedAt: now,
      dueAt: now + rowsKeptMs,
      version: row.version + 1,
      updatedAt: now,
    });
  });
}
