import { AppError } from "../infra/errors.ts";
import { type Caller, hasScope, type SessionPrincipal } from "../infra/http/principal.ts";

/** @throws AppError `scope_missing` */
export function requireScope(principal: Caller | SessionPrincipal, scope: string): void {
  if (hasScope(principal, scope)) return;
  if (principal.kind === "session") throw roleLacks(principal.role, scope);
  throw new AppError("scope_missing", { detail: `Use a key with the scope ${scope}.` });
}

/** The error for a person whose role does not have the scope. */
export function roleLacks(role: string, scope: string): AppError {
  return new AppError("scope_missing", {
    detail: `Your role, ${role}, does not have the scope ${scope}. Ask an owner of the account.`,
  });
}
