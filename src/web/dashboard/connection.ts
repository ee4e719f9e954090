import { useSyncExternalStore } from "react";
import { notLoaded } from "../browser/problem.ts";

/** Whether the server responds, by the latest request. While it does not, a visible page polls it. */

const pollMs = 2_000;
const responseTimeoutMs = 5_000;

type Listener = (isUp: boolean) => void;

let isConnected = true;
let nextPoll: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<Listener>();

export function reportConnection(isUp: boolean): void {
  if (isConnected === isUp) return;
  isConnected = isUp;
  for (const listener of listeners) listener(isConnected);
  if (!isConnected) schedulePoll();
}

/** Checks the server after something failed to load. */
export async function checkConnection(): Promise<void> {
  reportConnection(await checkHealth());
}

/** Wraps the import of a page: if its file fails to load, the page reports that, and the window stays. */
export function loaded<T>(file: Promise<T>): Promise<T> {
  return file.catch(() => {
    void checkConnection();
    throw notLoaded;
  });
}

function schedulePoll(): void {
  clearTimeout(nextPoll);
  nextPoll = setTimeout(poll, pollMs);
}

async function poll(): Promise<void> {
  if (isConnected) return;
  if (!document.hidden && (await checkHealth())) reportConnection(true);
  else schedulePoll();
}

async function checkHealth(): Promise<boolean> {
  const init: RequestInit = { cache: "no-store", signal: AbortSignal.timeout(responseTimeoutMs) };
  const response = await fetch("/healthz", init).catch(() => undefined);
  return response?.ok ?? false;
}

/** Calls back at every change; returns a function that unsubscribes. */
function onConnectionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back when the server responds again; returns a function that unsubscribes. */
export function onReturn(listener: () => void): () => void {
  return onConnectionChange((isUp) => isUp && listener());
}

export function useConnection(): boolean {
  return useSyncExternalStore(onConnectionChange, () => isConnected);
}
