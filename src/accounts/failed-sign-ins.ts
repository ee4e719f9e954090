import { appendAudit } from "../audit/service.ts";
import { type Deps, inMemory } from "../deps.ts";
import { hourMs } from "../durations.ts";
import { isFault } from "../errors.ts";
import type { RequestOrigin } from "./caller.ts";
import type { UserRow } from "./store.ts";

/** Entries an hour about wrong passwords in one account's audit log: strangers must not fill it. */
const toldPerHourMax = 20;

/** How many were written in this hour, by account. */
const toldOf = inMemory(() => ({ hour: 0, accounts: new Map<string, number>() }));

/**
 * Tells the user's account of a wrong password. Nobody waits for it: an answer that took longer would tell which users
 * exist.
 */
export function tellFailedSignIn(deps: Deps, { id, accountId, email }: UserRow, origin: RequestOrigin): void {
  const told = toldOf(deps);
  const hour = Math.floor(deps.clock.now() / hourMs);
  if (told.hour !== hour) {
    told.hour = hour;
    told.accounts.clear();
  }
  const count = told.accounts.get(accountId) ?? 0;
  if (count >= toldPerHourMax) return;
  told.accounts.set(accountId, count + 1);
  const target = { type: "user", id, name: email } as const;
  const actor = { accountId, user: null, origin };
  deps.stores.accounts
    .write((tx) => appendAudit(deps, tx, actor, { action: "session.refused", target }))
    .catch((error) => isFault(error) && deps.log.warn({ err: error }, "a failed sign-in was not noted"));
}
