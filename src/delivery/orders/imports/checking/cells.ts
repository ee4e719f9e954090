import type { PhoneReader } from "@/infra/phone/phone.ts";
import type { CellType, CellValues, ImportKind } from "../columns/field.ts";
import { type CellFault, type CellRead, type CellValue, readCell } from "../columns/reading.ts";
import type { ImportDefaults } from "../defaults-schema.ts";
import type { ImportColumn, RowFault } from "../import.ts";

/** The values of one row, by field: what somebody typed, or else the cell. */

/** What all rows of an import are read with. */
export interface RowSettings {
  kind: ImportKind;
  columns: readonly ImportColumn[];
  defaults: ImportDefaults;
  phones: PhoneReader;
}

/** What is known around some cells of a row. */
export interface CellSurroundings {
  /** Of the address that the cells belong to. */
  country: string | null;
  /** `YYYY-MM-DD`. */
  today: string;
}

export interface Cells {
  /** Whether the row says anything for one of the fields that begin so. */
  has(prefix: string): boolean;
  /** What the row says for a field, unread; undefined for nothing. */
  text(field: string): string | undefined;
  /** The fields for which the row says something. */
  readonly fields: readonly string[];
  /** The value of a field; undefined where the row says nothing, or a fault was noted. */
  read<Type extends CellType>(
    field: string,
    type: Type,
    around: CellSurroundings,
  ): CellValues[Type] | undefined;
  /** As `read`, but it notes nothing: before all is known that decides how the cell is read. */
  peek<Type extends CellType>(
    field: string,
    type: Type,
    around: CellSurroundings,
  ): CellValues[Type] | undefined;
  /** Notes what is wrong with a field. A row has one fault for each. */
  refuse(field: string, fault: CellFault): void;
  warn(field: string, warning: CellFault): void;
  readonly faults: readonly RowFault[];
  readonly warnings: readonly RowFault[];
}

/** A text that a spreadsheet would compute. A phone number begins with a plus, too. */
const formulaPattern = /^\s*(?:[=@]|[+-](?![\d\s().\u2010-\u2015/-]*$))/;
const formula: CellFault = {
  code: "formula",
  detail: "looks like a formula. Waybill takes it as text and computes nothing",
};

export function createCells(
  { kind, columns, defaults, phones }: RowSettings,
  { cells, typed }: { cells: readonly string[] | null; typed: Readonly<Record<string, string>> | null },
): Cells {
  const byField = new Map(
    columns.flatMap((column) => (column.field === null ? [] : [[column.field, column]])),
  );
  const texts = new Map<string, string>();
  for (const [field, { index }] of byField) {
    const cell = cells?.[index] ?? "";
    if (cell.trim() !== "") texts.set(field, cell);
  }
  for (const [field, text] of Object.entries(typed ?? {})) {
    if (text.trim() === "") texts.delete(field);
    else texts.set(field, text);
  }
  const faults = new Map<string, RowFault>();
  const warnings: RowFault[] = [];
  const placed = (field: string, { code, detail }: CellFault): RowFault => ({
    column: byField.get(field)?.index ?? null,
    field,
    code,
    detail,
  });
  const refuse = (field: string, fault: CellFault): void => {
    if (!faults.has(field)) faults.set(field, placed(field, fault));
  };
  const warn = (field: string, warning: CellFault): void => {
    if (!warnings.some((each) => each.field === field && each.code === warning.code))
      warnings.push(placed(field, warning));
  };
  for (const [field, text] of texts) if (formulaPattern.test(text)) warn(field, formula);

  function readText(
    field: string,
    { country, today }: CellSurroundings,
  ): Exclude<CellRead, "empty"> | object {
    const text = texts.get(field);
    if (text === undefined) return {};
    const column = byField.get(field);
    const read = readCell(field, text, {
      kind,
      country,
      today,
      phones,
      dateOrder: column?.date_order ?? null,
      unit: column?.unit ?? null,
      currency: defaults.currency ?? null,
    });
    return read === "empty" ? {} : read;
  }

  return {
    has: (prefix) => texts.keys().some((field) => field.startsWith(prefix)),
    text: (field) => texts.get(field),
    get fields() {
      return [...texts.keys()];
    },
    read(field, type, around) {
      const read = readText(field, around);
      if ("fault" in read) refuse(field, read.fault);
      if (!("type" in read)) return undefined;
      for (const warning of read.warnings ?? []) warn(field, warning);
      return valueIn(read, type);
    },
    peek(field, type, around) {
      const read = readText(field, around);
      return "type" in read ? valueIn(read, type) : undefined;
    },
    refuse,
    warn,
    get faults() {
      return [...faults.values()];
    },
    warnings,
  };
}

/** @throws Error where a field is read as another type than its cells are: a bug of ours */
function valueIn<Type extends CellType>(read: CellValue, type: Type): CellValues[Type] {
  if (read.type === type) return read.value as CellValues[Type];
  throw new Error(`a cell of the type ${read.type} is read as ${type}`);
}
