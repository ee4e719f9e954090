import type { Deps, Writing } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { AccountEnvironment } from "../model.ts";
import { getTier } from "./service.ts";
import { storageStore } from "./storage-store.ts";

/** By then, expired deliveries and answers may have been deleted. */
const retryAfterSeconds = 3_600;

/** Bytes that the account currently stores in the environment. */
export function storedBytes(deps: Deps, { accountId, environment }: AccountEnvironment): number {
  return storageStore(deps.stores.platform(environment).db).bytesOf(accountId);
}

/**
 * Call it for new objects of a client. Whatever belongs to existing shipments is always allowed, because goods are in
 * transit: carriers' reports, cancellations, events and deliveries.
 * @throws AppError `storage_quota_exceeded`
 */
export function refuseOverStorage(writing: Writing, accountId: string): void {
  const { name, limits } = getTier(writing.deps, accountId);
  if (limits === null || !isStorageFull(writing, accountId)) return;
  throw new AppError("storage_quota_exceeded", {
    detail: `The tier ${name} allows ${limits.storageBytes} bytes in each environment. Ask the operator for a higher tier.`,
    headers: { "retry-after": String(retryAfterSeconds) },
  });
}

/** Whether the account has reached the storage limit of its tier. */
export function isStorageFull({ deps, tx }: Writing, accountId: string): boolean {
  const { limits } = getTier(deps, accountId);
  return limits !== null && storageStore(tx).bytesOf(accountId) >= limits.storageBytes;
}

/** Counts rows that no trigger counts when they are written. */
export function countStorage({ tx }: Writing, accountId: string, bytes: number): void {
  if (bytes > 0) storageStore(tx).add(accountId, bytes);
}

/** Forgets the counts of these tokens and drivers, whose kept responses are gone. */
export function forgetStorage({ tx }: Writing, scopes: readonly string[]): void {
  for (const scope of scopes) storageStore(tx).remove(scope);
}
