import type { ImportRowView, ImportView } from "@/delivery/orders/imports/schema.ts";

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
