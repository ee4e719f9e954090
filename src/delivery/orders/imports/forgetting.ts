import type { Db, Tx } from "../../../infra/db/store.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { nextTurn } from "../../../infra/waiting/turns.ts";
import { importRowStore } from "./rows-store.ts";
import { type ImportRecord, importStore } from "./store.ts";

/** What imports say of people is erased: with what was made of a row, and some days after the end of the import. */

const rowsPerStep = 200;

/** Samples help to choose what columns mean. Nobody needs them after the end, and an erasure of a row would miss them. */
export function withoutSamples({ columns }: ImportRecord): Pick<ImportRecord, "columns"> {
  return { columns: columns.map((column) => ({ ...column, samples: [] })) };
}

/** Erases what the rows said of which a contact was made. */
export function forgetRowsOfContact(tx: Tx, contactId: string): void {
  importRowStore(tx).eraseContact(contactId);
}

/** Deletes some of an account's imports, rows first. @returns how many rows of tables it deleted */
export function forgetImports({ tx }: Writing, accountId: string, limit: number): number {
  return (
    importRowStore(tx).removeOfAccount(accountId, limit) || importStore(tx).removeOfAccount(accountId, limit)
  );
}

/** When a file was confirmed whose choices wait longest for the next one. */
export function firstMappingUseOf(db: Db, accountId: string): number | undefined {
  return importStore(db).firstMappingUse(accountId);
}

/** Forgets what nobody has confirmed again since a time, in rows and files: its defaults have the contact of the pickup. */
export async function forgetUnusedMappings(
  deps: Deps,
  environment: Environment,
  accountId: string,
  before: number,
): Promise<void> {
  const removed = await write(deps, environment, ({ tx }) =>
    importStore(tx).removeMappings(accountId, before),
  );
  if (removed > 0) await deps.stores.platform(environment).emptyLog();
}

/** Erases the rows of an ended import in steps, and what it says of people itself, in files too. Its counts stay. */
export async function eraseEnded(deps: Deps, environment: Environment, id: string): Promise<void> {
  const removeSome = () =>
    write(deps, environment, ({ tx }) => importRowStore(tx).removeSome(id, rowsPerStep));
  while ((await removeSome()) === rowsPerStep) await nextTurn();
  await write(deps, environment, ({ tx, now }) => {
    const row = importStore(tx).find(id);
    if (!row) return;
    importStore(tx).removeFile(id);
    const left = { fileName: null, defaults: {}, ...withoutSamples(row) };
    importStore(tx).change(id, { ...left, dueAt: null, version: row.version + 1, updatedAt: now });
  });
  await deps.stores.platform(environment).emptyLog();
}
