import type { Access } from "../infra/http/operation.ts";
import type { Scope } from "./model.ts";

/** Who may call an operation of the platform: an API key with the scopes (any, where none is named), or a session. */
export function platform(scope?: Scope, alsoScope?: Scope): Extract<Access, { kind: "platform" }> {
  return { kind: "platform", ...(scope && { scope }), ...(alsoScope && { alsoScope }) };
}
