import { scopes } from "../../access/model.ts";
import { roleLacks } from "../../access/scopes.ts";
import { type Deps, inMemory } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { type Caller, hasScope } from "../../infra/http/principal.ts";
import type { DeliveryDeps } from "../deps.ts";
import { exportLines } from "./lines.ts";

const readScopes = scopes.filter((scope) => scope.endsWith(":read"));

/** Accounts whose data is being exported. */
const running = inMemory(() => new Set<string>());

/**
 * Begins an export: `end` must be called when it is over.
 * @throws AppError `scope_missing` for a key that may not read everything, `limit_reached` while another export of the
 * account runs
 */
export function beginExport(
  deps: DeliveryDeps,
  caller: Caller,
): { lines: AsyncGenerator<string>; end(): void } {
  refuseUnreadable(caller);
  return { lines: exportLines(deps, caller), end: occupy(deps, caller.accountId) };
}

function refuseUnreadable(caller: Caller): void {
  const missing = readScopes.find((scope) => !hasScope(caller, scope));
  if (missing !== undefined) {
    if (caller.kind === "session") throw roleLacks(caller.role, missing);
    throw new AppError("scope_missing", { detail: `Use a key with every read scope, including ${missing}.` });
  }
}

function occupy(deps: Deps, accountId: string): () => void {
  const accounts = running(deps);
  if (accounts.has(accountId)) {
    throw new AppError("limit_reached", { detail: "Another export of this account is running." });
  }
  accounts.add(accountId);
  return () => void accounts.delete(accountId);
}
