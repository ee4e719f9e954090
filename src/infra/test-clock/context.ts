import { AsyncLocalStorage } from "node:async_hooks";

/** In whose time code runs. It follows the code through every `await`. */
interface Context {
  /** Null: in real time. */
  accountId: string | null;
}

const contexts = new AsyncLocalStorage<Context>();

/** The account in whose time this runs; null for real time. */
export function currentAccount(): string | null {
  return contexts.getStore()?.accountId ?? null;
}

/** Runs `work`, and all that it waits for, in the account's time. */
export function runAs<T>(accountId: string | null, work: () => T): T {
  return contexts.run({ accountId }, work);
}

/** The rest of what `runAs` runs belongs to this account: it was not known before. */
export function enterAccount(accountId: string): void {
  const context = contexts.getStore();
  if (context) context.accountId = accountId;
}

/** How to run functions later in the time in which this runs. */
export function captureContext(): <T>(work: () => T) => T {
  const context = contexts.getStore() ?? { accountId: null };
  return (work) => contexts.run(context, work);
}

/** Makes a function that runs later in the time in which this runs, whoever calls it. */
export function bound<T>(work: () => T): () => T {
  const context = contexts.getStore() ?? { accountId: null };
  return () => contexts.run(context, work);
}
