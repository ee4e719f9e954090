import type { ImportRowView } from "@/delivery/orders/imports/row-schema.ts";
import type { ImportView } from "@/delivery/orders/imports/schema.ts";

const naming = /(?:^|delivery\.contact\.|\.)(?:name|first_name|last_name)$/;

/** What people know a row by: its name, or else its first cells. */
export function rowName({ columns }: ImportView, { cells, values }: ImportRowView): string {
  if (cells === null) return "";
  const named = columns.filter(
    ({ field }) => field !== null && naming.test(field) && !field.startsWith("pickup."),
  );
  const texts = named.map(({ field, index }) => values?.[field ?? ""] ?? cells[index] ?? "");
  const name = texts.join(" ").trim();
  return name === ""
    ? cells
        .filter((cell) => cell.trim() !== "")
        .slice(0, 3)
        .join(", ")
    : name;
}

/** A row with its name: `7 · Anna Kurz`. Of a driver nothing is kept beside the driver. */
export function rowTitle(list: ImportView, row: ImportRowView): string {
  const name = rowName(list, row);
  return name === "" ? `Row ${row.row}` : `${row.row} · ${name}`;
}
