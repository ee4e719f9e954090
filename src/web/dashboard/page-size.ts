import { useState } from "react";
import { keep, kept } from "../browser/kept.ts";

/** How many rows a page of every list has: kept in this browser. */

const storageKey = "waybill-rows";
export const pageSizes = [20, 50, 100] as const;
const [usual] = pageSizes;

export interface PageSize {
  rows: number;
  change(rows: number): void;
}

export function usePageSize(): PageSize {
  const [rows, setRows] = useState(() => {
    const last = Number(kept(storageKey));
    return pageSizes.find((size) => size === last) ?? usual;
  });
  const change = (size: number) => {
    keep(storageKey, String(size));
    setRows(pageSizes.find((known) => known === size) ?? usual);
  };
  return { rows, change };
}
