import { type Writing, write } from "@/infra/deps.ts";
import type { Environment } from "@/infra/environment.ts";
import { AppError, inWords, isFault } from "@/infra/errors.ts";
import type { Caller } from "@/infra/http/principal.ts";
import { nextTurn } from "@/infra/waiting/turns.ts";
import { appendEvent } from "@/messaging/events/service.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../../carriers/deps.ts";
import { addDriver } from "../../../fleet/drivers/setup/service.ts";
import type { AtOnce } from "../../../lifecycle/assignments/service.ts";
import { addContact } from "../../contacts/service.ts";
import { atOnceOf, storeDraft } from "../../shipments/service.ts";
import { judgingOf } from "../checking/judge-of.ts";
import { type JudgedRow, judgeRow, type RowBody } from "../checking/judging.ts";
import { withoutSamples } from "../forgetting.ts";
import { type ImportProblem, rowsKeptMs } from "../import.ts";
import { type ImportRow, importRowStore } from "../rows-store.ts";
import { type ImportRecord, importStore } from "../store.ts";
import { toImportSummary } from "../view.ts";
import { createAcceptor } from "./accepting.ts";
import { requireConfirmer } from "./confirmer.ts";

/** The confirmed rows of an import become shipments, contacts or drivers. */

/** So many are made in a transaction: others have their turn between. */
const rowsPerWrite = 10;

interface Making {
  deps: DeliveryDeps;
  environment: Environment;
  record: ImportRecord;
  atOnce: AtOnce | undefined;
}

/**
 * Makes the confirmed rows, ten in a transaction, each once: a row says what was made of it in the same transaction. After a
 * stop it goes on with those that are left. If whoever confirmed it may not any more, it stops, and the rows that are left
 * stay `pending`.
 */
export async function makeRows(deps: DeliveryDeps, environment: Environment, id: string): Promise<void> {
  const { db } = deps.stores.platform(environment);
  const record = importStore(db).find(id);
  if (record?.status !== "running") return;
  const stopped = await stopsWith(async () => {
    const caller = requireConfirmer(deps, environment, record);
    const isShipments = record.kind === "shipments";
    const { accept } = record.defaults;
    const atOnce = isShipments
      ? await atOnceOf(deps, caller, { ...(accept !== undefined && { accept }) })
      : undefined;
    await makeAll({ deps, environment, record, atOnce }, caller);
  });
  await write(deps, environment, (writing) => end(writing, id, stopped ?? null));
}

/** What the work is refused with as a whole, for people. */
async function stopsWith(work: () => Promise<void>): Promise<ImportProblem | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}

/** @throws the error itself if somebody must investigate, and if the server stops */
function problemOf(error: unknown): ImportProblem {
  if (isFault(error) || !(error instanceof AppError) || error.code === "shutting_down") throw error;
  return { code: error.code, detail: inWords(error, "The row") };
}

async function makeAll(making: Making, caller: Caller): Promise<void> {
  const { deps, environment, record, atOnce } = making;
  const { db } = deps.stores.platform(environment);
  const judging = await judgingOf(deps, environment, record);
  const acceptor = createAcceptor(deps, caller, { importId: record.id, judging, atOnce });
  // Accepting is repeated for those that a stop has left.
  acceptor.resume();
  for (;;) {
    const rows = importRowStore(db).list({
      importId: record.id,
      after: 0,
      status: "valid",
      limit: rowsPerWrite,
    });
    if (rows.length === 0) break;
    const judged: { row: ImportRow; judged: JudgedRow }[] = [];
    for (const row of rows) judged.push({ row, judged: judgeRow(judging, row) });
    await nextTurn();
    await write<void, DeliveryDeps>(deps, environment, (writing) => makeSome(writing, making, judged));
    for (const {
      row,
      judged: { made },
    } of judged)
      if (made?.kind === "shipments") acceptor.queue(row.row, made.body);
    await acceptor.room();
    await nextTurn();
    deps.stopping.throwIfAborted();
  }
  await acceptor.done();
}

function makeSome(
  writing: DeliveryWriting,
  { deps, environment, record, atOnce }: Making,
  rows: readonly { row: ImportRow; judged: JudgedRow }[],
): void {
  const { tx, now } = writing;
  const before = importStore(tx).find(record.id);
  if (before?.status !== "running") return;
  // Who may no longer makes nothing more from here on.
  const caller = requireConfirmer(deps, environment, before);
  let created = 0;
  for (const { row, judged } of rows) {
    const made = makeOne(writing, caller, judged);
    if ("problem" in made) importRowStore(tx).change(record.id, row.row, { status: "failed", ...made });
    else {
      created += 1;
      const isAccepting = atOnce !== undefined && "shipmentId" in made;
      importRowStore(tx).change(record.id, row.row, { status: "created", isAccepting, ...made });
    }
  }
  importStore(tx).change(record.id, {
    created: before.created + created,
    failed: before.failed + rows.length - created,
    version: before.version + 1,
    updatedAt: now,
  });
}

type Made = { shipmentId: string } | { contactId: string } | { driverId: string; cells: null; typed: null };

/** It refuses before it writes anything. */
function makeOne(
  writing: DeliveryWriting,
  caller: Caller,
  { made, faults }: JudgedRow,
): Made | { problem: ImportProblem } {
  if (!made) {
    const [first] = faults;
    const code = first?.code ?? "validation_failed";
    return { problem: { code, detail: first ? `${first.field} ${first.detail}.` : "The row has faults." } };
  }
  try {
    return make(writing, caller, made);
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

function make(writing: DeliveryWriting, caller: Caller, made: RowBody): Made {
  switch (made.kind) {
    case "shipments":
      return { shipmentId: storeDraft(writing, caller, made.body, { isImport: true }).id };
    case "contacts":
      return { contactId: addContact(writing, caller.accountId, made.body).id };
    case "drivers":
      // Deleting a driver does not look for the row.
      return { driverId: addDriver(writing, caller, "account", made.body).id, cells: null, typed: null };
  }
}

/** It is done, or stopped. */
function end(writing: Writing, id: string, problem: ImportProblem | null): void {
  const { tx, now, environment } = writing;
  const before = importStore(tx).find(id);
  if (before?.status !== "running") return;
  const ended = { status: "done", problem, endedAt: now, dueAt: now + rowsKeptMs } as const;
  const set = { ...ended, ...withoutSamples(before), version: before.version + 1, updatedAt: now };
  importStore(tx).change(id, set);
  appendEvent(writing, {
    accountId: before.accountId,
    type: "import.completed",
    shipmentId: null,
    sequence: null,
    data: { import: toImportSummary({ ...before, ...set }, environment) },
    at: now,
  });
}
