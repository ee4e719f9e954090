import { useSyncExternalStore } from "react";
import { notLoaded } from "./api.ts";

/** Whether the server answers, as far as the last request knows; while it does not, it is asked until it does. */

const askEveryMs = 2_000;
const answerMaxMs = 5_000;

type Listener = (isAnswering: boolean) => void;

let answers = true;
let nextAsking: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<Listener>();

export function reportConnection(isAnswering: boolean): void {
  if (answers === isAnswering) return;
  answers = isAnswering;
  for (const listener of listeners) listener(answers);
  if (!answers) askSoon();
}

/** Asks, where something did not come and that may not be for want of a server. */
export async function checkConnection(): Promise<void> {
  reportConnection(await isAnswering());
}

/** A file that is loaded when it is needed. Where it cannot be had the page says so, and the window stays as it is. */
export function loaded<T>(file: Promise<T>): Promise<T> {
  return file.catch(() => {
    void checkConnection();
    throw notLoaded;
  });
}

/** Once, however often the answers came and went meanwhile. */
function askSoon(): void {
  clearTimeout(nextAsking);
  nextAsking = setTimeout(askAgain, askEveryMs);
}

async function askAgain(): Promise<void> {
  if (answers) return;
  if (await isAnswering()) reportConnection(true);
  else askSoon();
}

async function isAnswering(): Promise<boolean> {
  const init: RequestInit = { cache: "no-store", signal: AbortSignal.timeout(answerMaxMs) };
  const response = await fetch("/healthz", init).catch(() => undefined);
  return response?.ok ?? false;
}

/** Calls back at every change; returns how to stop that. */
function onConnectionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back when the server answers again; returns how to stop that. */
export function onReturn(listener: () => void): () => void {
  return onConnectionChange((isAnswering) => isAnswering && listener());
}

export function useConnection(): boolean {
  return useSyncExternalStore(onConnectionChange, () => answers);
}
