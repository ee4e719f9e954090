import { useCallback, useMemo, useState } from "react";

/** Which rows of a list are selected, as in a list of files: click, Shift, Ctrl or ⌘, and the same by keyboard. */

export interface Selection {
  selected: ReadonlySet<string>;
  /** Where a range begins; undefined before anything was selected. */
  anchor: string | undefined;
}

/** How a row is meant: alone, added or taken away, or as the end of a range. */
export type Pick = "only" | "toggle" | "range";

export const nothingSelected: Selection = { selected: new Set(), anchor: undefined };

export function pickOf({ shiftKey, ctrlKey, metaKey }: Record<"shiftKey" | "ctrlKey" | "metaKey", boolean>) {
  if (shiftKey) return "range";
  return ctrlKey || metaKey ? "toggle" : "only";
}

/** @param ids the rows in their order */
export function afterPick(before: Selection, ids: readonly string[], id: string, pick: Pick): Selection {
  if (pick === "only") return { selected: new Set([id]), anchor: id };
  if (pick === "toggle") {
    const selected = new Set(before.selected);
    if (!selected.delete(id)) selected.add(id);
    return { selected, anchor: id };
  }
  const from = before.anchor === undefined ? -1 : ids.indexOf(before.anchor);
  const to = ids.indexOf(id);
  // The row where the range began is gone.
  if (from < 0 || to < 0) return { selected: new Set([...before.selected, id]), anchor: id };
  const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { selected: new Set(range), anchor: before.anchor };
}

export interface Selecting extends Selection {
  /** @param ids the rows in their order */
  pick(id: string, how: Pick, ids: readonly string[]): void;
  /** Selects these and no others. */
  keep(ids: readonly string[]): void;
  drop(ids: readonly string[]): void;
}

export function useSelection(): Selecting {
  const [selection, setSelection] = useState(nothingSelected);
  const pick = useCallback<Selecting["pick"]>(
    (id, how, ids) => setSelection((before) => afterPick(before, ids, id, how)),
    [],
  );
  const keep = useCallback<Selecting["keep"]>(
    (ids) => setSelection(({ anchor }) => ({ selected: new Set(ids), anchor })),
    [],
  );
  const drop = useCallback<Selecting["drop"]>(
    (ids) =>
      setSelection(({ selected, anchor }) => ({ selected: selected.difference(new Set(ids)), anchor })),
    [],
  );
  return useMemo(() => ({ ...selection, pick, keep, drop }), [selection, pick, keep, drop]);
}
