import { useEffect, useSyncExternalStore } from "react";

/** What the window's title says before anything else: the name of the thing that is shown. */

const listeners = new Set<() => void>();
let shown: string | undefined;

function show(name: string | undefined): void {
  shown = name;
  for (const tell of listeners) tell();
}

/** For as long as the page is there. */
export function useAsWindowName(name: string | undefined): void {
  useEffect(() => {
    show(name);
    return () => show(undefined);
  }, [name]);
}

export function useWindowName(): string | undefined {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => shown,
  );
}
