import { useEffect, useSyncExternalStore } from "react";

/** The first part of the window's title: the name of the shown object. */

const listeners = new Set<() => void>();
let shown: string | undefined;

function show(name: string | undefined): void {
  shown = name;
  for (const listener of listeners) listener();
}

/** Names the window while the component is mounted. */
export function useAsWindowName(name: string | undefined): void {
  useEffect(() => {
    show(name);
    return () => show(undefined);
  }, [name]);
}

export function useWindowName(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
