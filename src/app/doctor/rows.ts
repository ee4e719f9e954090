import { counted, examplesMax, type Finding, fine } from "../../infra/backups/diagnosis.ts";
import type { OpenDatabase } from "./patient.ts";
import { type Rule, rules } from "./rules.ts";

/**
 * Rows that one statement examines. While a statement reads, the server cannot empty its log, so each takes some
 * milliseconds only.
 */
const rowsPerStep = 2_000;

/** Examines the rows of an environment's database by the rules. One finding for each check. */
export function examineRows(database: OpenDatabase): Finding[] {
  const byCheck = Map.groupBy(rules, ({ check }) => check);
  return [...byCheck].flatMap(([check, own]) => {
    const broken = own.flatMap((rule) => examine(database, rule));
    return broken.length > 0 ? broken : [fine({ check, database: database.name }, "As it should be.")];
  });
}

function examine(database: OpenDatabase, rule: Rule): Finding[] {
  const { connection, name } = database;
  const { table, id, breaks, state, remedy, check, rows } = rule;
  const last = Number(connection.prepare(`SELECT ifnull(max(rowid), 0) FROM ${table}`).pluck().get());
  const step = connection
    .prepare<[number, number], string>(
      `SELECT ${id} FROM ${table} WHERE rowid > ? AND rowid <= ? AND (${breaks})`,
    )
    .pluck();
  let total = 0;
  const examples = new Set<string>();
  for (let after = 0; after < last; after += rowsPerStep) {
    const found = step.all(after, Math.min(last, after + rowsPerStep));
    total += found.length;
    for (const row of found.slice(0, examplesMax - examples.size)) examples.add(row);
  }
  if (total === 0) return [];
  const message = `${counted(total, "row")}: ${rows}.`;
  return [{ check, database: name, state, message, remedy, examples: [...examples] }];
}
