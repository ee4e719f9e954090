import { useCallback, useEffect, useRef } from "react";

/** Rows that are chosen for what is done to many at once. */
export interface Selection<T> {
  /** Keys of rows. */
  chosen: ReadonlySet<string>;
  onChange(next: ReadonlySet<string>): void;
  labelOf(row: T): string;
}

/** What the checkboxes do. Undefined in a list without any. */
export function useChoosing<T>(
  selection: Selection<T> | undefined,
  rows: readonly T[] | undefined,
  keyOf: (row: T) => string,
) {
  // A row is redrawn when it is chosen, not when another one is.
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  }, [selection]);
  const toggle = useCallback((key: string) => {
    const next = new Set(latest.current?.chosen);
    if (!next.delete(key)) next.add(key);
    latest.current?.onChange(next);
  }, []);
  if (selection === undefined) return undefined;
  const keys = rows?.map(keyOf) ?? [];
  const areAllChosen = keys.length > 0 && keys.every((key) => selection.chosen.has(key));
  return { toggle, areAllChosen, toggleAll: () => selection.onChange(new Set(areAllChosen ? [] : keys)) };
}
