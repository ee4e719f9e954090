import { useSyncExternalStore } from "react";

/** Whether the server answers, as far as the last request knows; while it does not, it is asked until it does. */

const askEveryMs = 2_000;

let answers = true;
const listeners = new Set<() => void>();

export function reportConnection(isAnswering: boolean): void {
  if (answers === isAnswering) return;
  answers = isAnswering;
  for (const listener of listeners) listener();
  if (!answers) setTimeout(ask, askEveryMs);
}

async function ask(): Promise<void> {
  if (answers) return;
  const response = await fetch("/healthz", { cache: "no-store" }).catch(() => undefined);
  if (response?.ok) reportConnection(true);
  else setTimeout(ask, askEveryMs);
}

/** Calls back at every change; returns how to stop that. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnection(): boolean {
  return useSyncExternalStore(onConnectionChange, () => answers);
}
