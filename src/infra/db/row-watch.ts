import type { Connection } from "./connection.ts";

/** Rows of a table that somebody must hear of. The functions make SQL over the row that the alias names. */
interface RowWatch {
  readonly table: string;
  when(row: string): string;
  /** What the listener gets. */
  values(row: string): readonly string[];
  /** Leaves out updates that change none of the values. */
  readonly changesOnly?: boolean;
  /** Also tells of rows that are deleted, with their last values. */
  readonly alsoDeleted?: boolean;
}

/** Called inside the transaction, for rows that it may still undo. It must not run statements. */
type RowListener = (...values: never[]) => void;

export type WatchRows = (watch: RowWatch, listener: RowListener) => void;

/**
 * Calls a listener for every row that a statement of this connection inserts into what a watch covers, or updates in
 * it. SQLite's own triggers call it, so no statement can forget to. They are temporary: no file holds them.
 */
export function rowWatcher(connection: Connection): WatchRows {
  const listeners: RowListener[] = [];
  const tell = (watch: number, ...values: unknown[]) => {
    listeners[watch]?.(...(values as never[]));
    return null;
  };
  return (watch, listener) => {
    if (listeners.length === 0) connection.function("row_changed", { varargs: true }, tell);
    connection.exec(triggersOf(watch, listeners.push(listener) - 1));
  };
}

function triggersOf({ table, when, values, changesOnly, alsoDeleted }: RowWatch, number: number): string {
  const list = (row: string) => values(row).join(", ");
  const trigger = (event: string, condition: string, row = "NEW") =>
    `CREATE TEMP TRIGGER row_watch_${number}_${event} AFTER ${event} ON main.${table} WHEN ${condition}
      BEGIN SELECT row_changed(${number}, ${list(row)}); END;`;
  return [
    trigger("INSERT", when("NEW")),
    trigger(
      "UPDATE",
      changesOnly ? `${when("NEW")} AND (${list("OLD")}) IS NOT (${list("NEW")})` : when("NEW"),
    ),
    ...(alsoDeleted ? [trigger("DELETE", when("OLD"), "OLD")] : []),
  ].join("\n");
}
