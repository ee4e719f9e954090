import type { Deps, Writing } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { AccountEnvironment } from "../model.ts";
import { getTier } from "./service.ts";
import { storageStore } from "./storage-store.ts";

/** Until deliveries and answers that were kept long enough may have made room. */
const retryAfterSeconds = 3_600;

/** Bytes that the account stores in the environment now. */
export function storedBytes(deps: Deps, { accountId, environment }: AccountEnvironment): number {
  return storageStore(deps.stores.platform(environment).db).bytesOf(accountId);
}

/**
 * For what a client asks to be stored in addition. Whatever follows from shipments that exist passes: carriers'
 * reports, cancellations, events and deliveries, since goods are under way.
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

/** Whether the account stores as much as its tier allows. */
export function isStorageFull({ deps, tx }: Writing, accountId: string): boolean {
  const { limits } = getTier(deps, accountId);
  return limits !== null && storageStore(tx).bytesOf(accountId) >= limits.storageBytes;
}
