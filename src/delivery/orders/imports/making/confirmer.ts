import { refuseInactive } from "@/access/accounts/deletion/suspension.ts";
import { findUser } from "@/access/accounts/people.ts";
import { findPresentKey } from "@/access/keys/reading.ts";
import { scopesOf } from "@/access/roles.ts";
import { requireScope } from "@/access/scopes.ts";
import type { Deps } from "@/infra/deps.ts";
import type { Environment } from "@/infra/environment.ts";
import { AppError } from "@/infra/errors.ts";
import type { Caller } from "@/infra/http/principal.ts";
import { neededScopes } from "../import.ts";
import type { ImportRecord } from "../store.ts";

/** As whom Waybill makes the rows of an import: whoever confirmed it, as long as they may. */

/**
 * Who confirmed the import, with what they may do by now.
 * @throws AppError `api_key_revoked`, `session_required` for a person who was removed, `scope_missing`, `account_suspended`, `account_closing`
 */
export function requireConfirmer(deps: Deps, environment: Environment, record: ImportRecord): Caller {
  const { accountId, confirmedBy, kind } = record;
  if (confirmedBy === null) throw new Error("nobody has confirmed the import that runs");
  refuseInactive(deps, accountId);
  const origin = { address: "unknown", isShared: true, requestId: confirmedBy.request_id, userAgent: null };
  const caller: Caller =
    confirmedBy.kind === "key"
      ? { ...keyCaller(deps, environment, confirmedBy.id), accountId, origin }
      : { ...personCaller(deps, accountId, confirmedBy.id), environment, origin };
  requireScope(caller, neededScopes[kind]);
  return caller;
}

function keyCaller(deps: Deps, environment: Environment, id: string) {
  const found = findPresentKey(deps, id);
  if (!found) throw new AppError("api_key_revoked");
  const { prefix, last4, scopes } = found;
  return { kind: "key", environment, key: { id, prefix, last4 }, scopes } as const;
}

function personCaller(deps: Deps, accountId: string, id: string) {
  const user = findUser(deps.stores.accounts.db, id);
  if (user?.accountId !== accountId) throw new AppError("session_required");
  const { email, role } = user;
  return {
    kind: "session",
    accountId,
    homeAccountId: accountId,
    sessionId: "",
    user: { id, email },
    role,
    scopes: scopesOf(role),
    confirmedAt: 0,
    isOperator: false,
  } as const;
}
