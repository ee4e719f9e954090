import type { Tx } from "../../infra/db/store.ts";
import { withoutSalts } from "../../infra/secrets/salted.ts";
import { type Erasable, hashOlderEntries } from "./chain.ts";
import { type AuditRow, auditStore } from "./store.ts";

/** Erases persons from entries of the audit log. Value and salt go, so the chain still verifies. */

const entriesPerStep = 500;

/** What to erase of an entry. */
export type Choose = (row: AuditRow) => readonly Erasable[];

const columns = { email: "email", target_name: "targetName", address: "address" } as const;

/**
 * Looks at an account's next entries after a position, oldest first.
 * @returns the position for the next step; undefined after the last entry
 */
export function eraseEntries(tx: Tx, accountId: string, after: number, choose: Choose): number | undefined {
  if (after === 0) hashOlderEntries(tx, accountId);
  const rows = auditStore(tx).after(accountId, after, entriesPerStep);
  for (const row of rows) erase(tx, row, choose(row));
  return rows.length < entriesPerStep ? undefined : rows.at(-1)?.position;
}

/** Erases the name of something in all entries of an account about it. */
export function eraseTarget(tx: Tx, accountId: string, targetId: string): void {
  hashOlderEntries(tx, accountId);
  for (const row of auditStore(tx).ofTarget(accountId, targetId)) erase(tx, row, ["target_name"]);
}

/** The addresses that a user has had: each change of address has the old one as its actor's and the new one as its target's. */
export function emailsInAudit(tx: Tx, accountId: string, userId: string): string[] {
  return auditStore(tx)
    .ofTarget(accountId, userId)
    .flatMap((row) => [row.userId === userId ? row.email : null, row.targetName])
    .filter((email) => email !== null);
}

function erase(tx: Tx, row: AuditRow, members: readonly Erasable[]): void {
  const present = members.filter((member) => row[columns[member]] !== null);
  if (present.length === 0) return;
  const erased = Object.fromEntries(present.map((member) => [columns[member], null]));
  auditStore(tx).change(row.position, {
    ...erased,
    salted: row.salted === null ? {} : withoutSalts(row.salted, present),
  });
}
