import { Code } from "@mantine/core";
import type { ReactNode } from "react";
import type { UsageItem } from "@/access/usage/schema.ts";
import type { Cell } from "@/infra/text/csv.ts";
import { formatDate } from "../../format.ts";

/** The groupings of usage, each with its first columns on the page and in the CSV file. */

export interface Grouping {
  name: "day" | "key" | "route";
  label: string;
  /** Title of the first column. */
  title: string;
  cell: (item: UsageItem) => ReactNode;
  /** Names of the columns in the file, and their cells. */
  columns: readonly string[];
  cells: (item: UsageItem) => readonly Cell[];
}

export const byDay: Grouping = {
  name: "day",
  label: "By day",
  title: "Day",
  cell: (item) => ("day" in item ? formatDate(item.day) : null),
  columns: ["day"],
  cells: (item) => ("day" in item ? [item.day] : []),
};

const byKey: Grouping = {
  name: "key",
  label: "By key",
  title: "API key",
  cell: (item) => ("key_name" in item ? item.key_name : null),
  columns: ["key_id", "key_name"],
  cells: (item) => ("key_id" in item ? [item.key_id, item.key_name] : []),
};

const byRoute: Grouping = {
  name: "route",
  label: "By route",
  title: "Route",
  cell: (item) => ("route" in item ? <Code>{item.route}</Code> : null),
  columns: ["route"],
  cells: (item) => ("route" in item ? [item.route] : []),
};

export const groupings = [byDay, byKey, byRoute] as const;

/** Identifies an item within its grouping. */
export function keyOfItem(item: UsageItem): string {
  if ("day" in item) return item.day;
  return "route" in item ? item.route : (item.key_id ?? "");
}
