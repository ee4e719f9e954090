import type { Db } from "@/infra/db/store.ts";
import { typeOf } from "../columns/field.ts";
import { dateOrderOf } from "../columns/guessing.ts";
import type { ImportColumn, RowFault } from "../import.ts";
import { importRowStore } from "../rows-store.ts";
import type { ImportRecord } from "../store.ts";

/** What is true of whole columns: how their dates are read, and what no column and no default says. */

const rowsPerStep = 100;
export interface DatedColumns {
  columns: ImportColumn[];
  /** Those whose dates can be read in two ways, by their index. */
  ambiguous: ReadonlySet<number>;
}

/** The columns, with the order of their dates where the cells tell it. */
export function* datedColumns(db: Db, { id, kind, columns }: ImportRecord): Generator<void, DatedColumns> {
  const undecided = columns.filter(
    ({ field, date_order }) =>
      date_order === null && field !== null && ["date", "time"].includes(typeOf(kind, field) ?? ""),
  );
  if (undecided.length === 0) return { columns, ambiguous: new Set() };
  const texts = new Map(undecided.map(({ index }) => [index, [] as string[]]));
  let after = 0;
  for (;;) {
    const rows = importRowStore(db).list({ importId: id, after, limit: rowsPerStep });
    for (const { cells, typed } of rows) {
      for (const { index, field } of undecided)
        texts.get(index)?.push((field !== null && typed?.[field]) || (cells?.[index] ?? ""));
    }
    if (rows.length < rowsPerStep) break;
    after = rows.at(-1)?.row ?? after;
    yield;
  }
  const orders = new Map([...texts].map(([index, cells]) => [index, dateOrderOf(cells)]));
  return {
    columns: columns.map((column) => {
      const order = orders.get(column.index) ?? null;
      return order === null || order === "ambiguous" ? column : { ...column, date_order: order };
    }),
    ambiguous: new Set([...orders].flatMap(([index, order]) => (order === "ambiguous" ? [index] : []))),
  };
}

/** Faults that all rows would have. */
export function columnFaultsOf(
  { kind, defaults }: ImportRecord,
  { columns, ambiguous }: DatedColumns,
): RowFault[] {
  const faults = columns.flatMap((column): RowFault[] => {
    if (!ambiguous.has(column.index)) return [];
    const detail = "has dates that can be read in two ways: choose date_order";
    return [{ column: column.index, field: column.field, code: "date_ambiguous", detail }];
  });
  const fields = columns.flatMap(({ field }) => field ?? []);
  const has = (...names: string[]) => names.some((name) => fields.includes(name));
  const missing = (field: string, isThere: boolean, detail: string): void => {
    if (!isThere) faults.push({ column: null, field, code: "required", detail });
  };
  const noColumn = "is required, and no column has it";
  const named = (prefix: string) =>
    has(`${prefix}name`, `${prefix}first_name`, `${prefix}last_name`, `${prefix}company`);
  switch (kind) {
    case "shipments":
      missing(
        "pickup",
        defaults.pickup !== undefined || fields.some((field) => field.startsWith("pickup.")),
        "is required: set it in the defaults, or choose columns for it",
      );
      missing("delivery.contact.name", named("delivery.contact."), noColumn);
      missing("delivery.address.line1", has("delivery.address.line1", "delivery.address"), noColumn);
      missing(
        "delivery.address.city",
        has("delivery.address.city", "delivery.address.town", "delivery.address"),
        noColumn,
      );
      missing(
        "delivery.address.country",
        (defaults.country ?? defaults.pickup) !== undefined ||
          has("delivery.address.country", "delivery.address", "pickup.address.country", "pickup.address"),
        "is required: set country in the defaults, or choose a column for it",
      );
      missing(
        "parcels",
        defaults.parcels !== undefined || fields.some((field) => field.startsWith("parcels.")),
        "is required: set a parcel with its weight in the defaults, or choose columns for it",
      );
      break;
    case "contacts":
      missing("name", named(""), noColumn);
      break;
    case "drivers":
      missing("name", named(""), noColumn);
      missing(
        "vehicle.type",
        defaults.vehicle_type !== undefined || has("vehicle.type"),
        "is required: set vehicle_type in the defaults, or choose a column for it",
      );
  }
  return faults;
}
