import { scopes } from "../../../access/model.ts";
import { roleLacks } from "../../../access/scopes.ts";
import { beginExporting } from "../../../api/export-lock.ts";
import { AppError } from "../../../infra/errors.ts";
import { type Caller, hasScope } from "../../../infra/http/principal.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { exportLines } from "./lines.ts";

const readScopes = scopes.filter((scope) => scope.endsWith(":read"));

/**
 * Begins an export: `end` must be called when it is over.
 * @throws AppError `scope_missing` for a key or person that may not read everything, `limit_reached` while another export of the
 * account runs
 */
export function beginExport(
  deps: DeliveryDeps,
  caller: Caller,
): { lines: AsyncGenerator<string>; end(): void } {
  refuseUnreadable(caller);
  return { lines: exportLines(deps, caller), end: beginExporting(deps, caller.accountId) };
}

/** The audit log is in the export of a person, who must be allowed to see it: viewers export nothing. */
function refuseUnreadable(caller: Caller): void {
  const needed = caller.kind === "session" ? [...readScopes, "audit:read"] : readScopes;
  const missing = needed.find((scope) => !hasScope(caller, scope));
  if (missing !== undefined) {
    if (caller.kind === "session") throw roleLacks(caller.role, missing);
    throw new AppError("scope_missing", { detail: `Use a key with every read scope, including ${missing}.` });
  }
}
