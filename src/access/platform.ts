import type { Access } from "../infra/http/operation.ts";
import type { AnyScope, Scope } from "./model.ts";

/** Who may call an operation of the platform: an API key with the scopes (any, where none is named), or a session. */
export function platform(scope?: Scope, alsoScope?: Scope): Extract<Access, { kind: "platform" }> {
  return { kind: "platform", ...(scope && { scope }), ...(alsoScope && { alsoScope }) };
}

/** An API key with the scope, or a session of a person who also has `personScope`: not everybody who reads may read it. */
export function platformWithin(scope: Scope, personScope: AnyScope): Extract<Access, { kind: "platform" }> {
  return { kind: "platform", scope, personScope };
}

/** Signed-in people only. A scope limits it to the roles that have it; without one it concerns the person alone. */
export function signedIn(scope?: AnyScope): Extract<Access, { kind: "session" }> {
  return { kind: "session", ...(scope && { scope }) };
}

/** Signed-in people with the scope, in one environment. */
export function platformSession(scope: AnyScope): Extract<Access, { kind: "platform" }> {
  return { kind: "platform", sessionOnly: true, scope };
}
