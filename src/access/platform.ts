import type { Access } from "../infra/http/operation.ts";
import type { AnyScope, Scope } from "./model.ts";

/** Who may call an operation of the platform: an API key with the scopes (any, where none is named), or a session. */
export function platform(scope?: Scope, alsoScope?: Scope): Extract<Access, { kind: "platform" }> {
  return { kind: "platform", ...(scope && { scope }), ...(alsoScope && { alsoScope }) };
}

/** Signed-in people only. A scope limits it to the roles that have it; without one it concerns the person alone. */
export function signedIn(scope?: AnyScope): Extract<Access, { kind: "session" }> {
  return { kind: "session", ...(scope && { scope }) };
}

/** Signed-in people with the scope, in one environment. */
export function platformSession(scope: AnyScope): Extract<Access, { kind: "platform" }> {
  return { kind: "platform", sessionOnly: true, scope };
}
