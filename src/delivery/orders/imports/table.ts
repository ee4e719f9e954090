import {
  apart,
  blob,
  expires,
  gone,
  integer,
  json,
  personal,
  plain,
  table,
  text,
} from "../../../infra/db/columns.ts";
import { dayMs } from "../../../infra/units.ts";
import type { Money } from "../../model/model.ts";
import type { ImportKind } from "./columns/field.ts";
import type { ImportDefaults } from "./defaults-schema.ts";
import {
  type Confirmer,
  type ImportColumn,
  type ImportProblem,
  type ImportStatus,
  importKeptMs,
  type RowFault,
  type StoredStatus,
} from "./import.ts";

/** How long a mapping is kept that nobody uses. */
const mappingKeptMs = 180 * dayMs;

const erasedAtEnd = apart("eraseEnded");

/** What a file says of people is in its rows; of the import itself, what shows some of them. */
export const imports = table("imports", {
  id: plain(text().primaryKey()),
  accountId: plain(text("account_id").notNull()),
  kind: plain(text().$type<ImportKind>().notNull()),
  status: plain(text().$type<ImportStatus>().notNull()),
  fileName: personal(text("file_name"), erasedAtEnd),
  fileHash: plain(text("file_hash").notNull()),
  headersHash: plain(text("headers_hash")),
  columns: personal(json<ImportColumn[]>()().notNull(), erasedAtEnd),
  defaults: personal(json<ImportDefaults>()().notNull(), erasedAtEnd),
  columnFaults: plain(json<RowFault[]>()("column_faults").notNull()),
  warnings: plain(json<ImportProblem[]>()().notNull()),
  problem: plain(json<ImportProblem>()()),
  takesAll: plain(integer("takes_all", { mode: "boolean" }).notNull()),
  isStale: plain(integer("is_stale", { mode: "boolean" }).notNull()),
  rows: plain(integer().notNull()),
  valid: plain(integer().notNull()),
  duplicates: plain(integer().notNull()),
  created: plain(integer().notNull()),
  failed: plain(integer().notNull()),
  faultCount: plain(integer("fault_count").notNull()),
  priceSum: plain(json<Money>()("price_sum")),
  pricedRows: plain(integer("priced_rows").notNull()),
  willBeTold: plain(integer("will_be_told").notNull()),
  confirmedBy: plain(json<Confirmer>()("confirmed_by")),
  confirmedAt: plain(integer("confirmed_at")),
  version: plain(integer().notNull()),
  dueAt: plain(integer("due_at")),
  expiresAt: plain(integer("expires_at").notNull()),
  endedAt: expires(integer("ended_at"), importKeptMs),
  createdAt: plain(integer("created_at").notNull()),
  updatedAt: plain(integer("updated_at").notNull()),
});

export const importFiles = table("import_files", {
  importId: plain(text("import_id").primaryKey()),
  bytes: personal(blob({ mode: "buffer" }).$type<Uint8Array>().notNull(), gone),
  charset: plain(text()),
});

export const importRows = table("import_rows", {
  importId: plain(text("import_id").notNull()),
  row: plain(integer().notNull()),
  status: plain(text().$type<StoredStatus>().notNull()),
  cells: personal(json<string[]>()(), null),
  typed: personal(json<Record<string, string>>()(), null),
  faults: plain(json<RowFault[]>()().notNull()),
  warnings: plain(json<RowFault[]>()().notNull()),
  sameKey: personal(text("same_key"), null),
  referenceKey: personal(text("reference_key"), null),
  duplicateRow: plain(integer("duplicate_row")),
  duplicateId: plain(text("duplicate_id")),
  isTaken: plain(integer("is_taken", { mode: "boolean" }).notNull()),
  isFaulty: plain(integer("is_faulty", { mode: "boolean" }).notNull()),
  price: plain(json<Money>()()),
  isTold: plain(integer("is_told", { mode: "boolean" }).notNull()),
  shipmentId: plain(text("shipment_id")),
  contactId: plain(text("contact_id")),
  driverId: plain(text("driver_id")),
  isAccepting: plain(integer("is_accepting", { mode: "boolean" }).notNull()),
  problem: plain(json<ImportProblem>()()),
});

export const importMappings = table("import_mappings", {
  accountId: plain(text("account_id").notNull()),
  kind: plain(text().$type<ImportKind>().notNull()),
  headersHash: plain(text("headers_hash").notNull()),
  columns: plain(json<Pick<ImportColumn, "field" | "date_order" | "unit">[]>()().notNull()),
  defaults: personal(json<ImportDefaults>()().notNull(), gone),
  usedAt: expires(integer("used_at").notNull(), mappingKeptMs),
});
