import { useEffect, useState, useSyncExternalStore } from "react";

/** The first part of the window's title: the names of the shown objects. */

const listeners = new Set<() => void>();
const names = new Map<symbol, string>();
let shown = "";

function show(): void {
  shown = [...names.values()].join(" · ");
  for (const listener of listeners) listener();
}

/** Names the window while the component is mounted. */
export function useAsWindowName(name: string | undefined): void {
  const [place] = useState(Symbol);
  useEffect(() => {
    if (name === undefined) return;
    names.set(place, name);
    show();
    return () => {
      names.delete(place);
      show();
    };
  }, [place, name]);
}

/** Empty if nothing names it. */
export function useWindowName(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
