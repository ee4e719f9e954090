import { bytesPerMb, dayMs } from "../../../infra/units.ts";
import type { CellUnit, DateOrder, ImportKind } from "./columns/field.ts";
import type { CellFault } from "./columns/reading.ts";

/** Lists that people upload, check and confirm. Contract for an operator's day, §3. */

export const importStatuses = ["checking", "ready", "running", "done", "discarded", "unreadable"] as const;
export type ImportStatus = (typeof importStatuses)[number];

export const rowStatuses = [
  "unchecked",
  "faulty",
  "duplicate",
  "valid",
  "pending",
  "created",
  "failed",
] as const;
export type RowStatus = (typeof rowStatuses)[number];
/** A valid row of an import that was confirmed is pending: changing thousands of them at once would keep others waiting. */
export type StoredStatus = Exclude<RowStatus, "pending">;

/** What making a row of each kind needs, and so sending its list and seeing what the list says. */
export const neededScopes = {
  shipments: "shipments:write",
  contacts: "contacts:write",
  drivers: "drivers:write",
} as const satisfies Record<ImportKind, string>;

export const fileBytesMax = 5 * bytesPerMb;
export const rowsMax = 5_000;
export const columnsMax = 60;
/** With those that are empty below their header: shops write columns for all that an order may have. */
export const writtenColumnsMax = 120;
/** How many may be open in each environment of an account. */
export const openImportsMax = 20;
/** How many may have rows, open or ended. */
export const keptImportsMax = 200;

/** How long an import waits to be confirmed. */
export const openMs = dayMs;
/** How long its rows are kept after its end, and how long its counts are. */
export const rowsKeptMs = 7 * dayMs;
export const importKeptMs = 90 * dayMs;

/** The status under which rows are stored that are shown in another one; undefined where none can be shown in it. */
export function storedStatus(shown: RowStatus, isConfirmed: boolean): StoredStatus | undefined {
  if (shown === "pending") return isConfirmed ? "valid" : undefined;
  return shown === "valid" && isConfirmed ? undefined : shown;
}

/** A column as people have chosen it, or Waybill has guessed. */
export interface ImportColumn {
  index: number;
  /** Empty where the file has none. */
  header: string;
  field: string | null;
  date_order: DateOrder | null;
  unit: CellUnit | null;
  samples: string[];
}

/** What a cell is refused for. */
export interface RowFault extends CellFault {
  /** Null for a value that no column has. */
  column: number | null;
  field: string | null;
}

/** Why an import is unreadable, or stopped. */
export interface ImportProblem {
  code: string;
  detail: string;
}

/** Who confirmed an import, and by which request. */
export interface Confirmer {
  kind: "key" | "session";
  /** Of the key or the user. */
  id: string;
  request_id: string;
}
