import type { Environment } from "../environment.ts";

/**
 * Who calls, and how they showed it. What depends on that asks `kind` in a switch without default: a new kind of
 * caller does not compile before limits, usage, streams and the audit log have an answer for it.
 */
type Principal = KeyPrincipal | SessionPrincipal | OperatorPrincipal | StrangerPrincipal | LinkPrincipal;

/** A program, with one of an account's API keys. */
export interface KeyPrincipal extends ByRequest {
  readonly kind: "key";
  /** The key's own. */
  readonly environment: Environment;
  readonly key: AuditedKey;
  readonly scopes: readonly string[];
}

/** A person of an account, signed in on the dashboard. */
export interface SessionPrincipal extends ByRequest {
  readonly kind: "session";
  /** Named by the request; null where the operation belongs to no environment. */
  readonly environment: Environment | null;
  readonly sessionId: string;
  readonly user: { readonly id: string; readonly email: string };
  /** Whether this person runs the installation. */
  readonly isOperator: boolean;
}

/** The operator of the installation, who acts in an account and is not named there. */
interface OperatorPrincipal extends InAccount {
  readonly kind: "operator";
  readonly origin: null;
}

/** Somebody who failed to sign in to an account. */
interface StrangerPrincipal extends ByRequest {
  readonly kind: "stranger";
}

/** Somebody without credentials, who has a link that nobody can guess. */
export interface LinkPrincipal {
  readonly kind: "link";
  readonly environment: Environment;
  /** The secret part of the link. */
  readonly token: string;
}

/** Whoever a request's credentials stand for. */
export type Identified = KeyPrincipal | SessionPrincipal;

/** The same in one of the account's environments, whose resources the request may touch. */
export type Caller = Identified & { readonly environment: Environment };
export const callerKinds = ["key", "session"] as const satisfies readonly Caller["kind"][];

/** Whoever acts in an account, as its audit log tells them apart. */
export type Actor = Exclude<Principal, LinkPrincipal>;

interface InAccount {
  readonly accountId: string;
  /** Null where no request came, but a command. */
  readonly origin: RequestOrigin | null;
  /** Set for a request that came with an Idempotency-Key. */
  readonly once?: Once;
}

interface ByRequest extends InAccount {
  readonly origin: RequestOrigin;
}

/** Where a request comes from, as far as that can be believed. */
export interface Client {
  readonly address: string;
  /**
   * The address is a proxy's that stands for many people: its clients are not known, because it is not among the
   * trusted ones. No limit of a network counts its requests, or one client would use up what all of them have.
   *
   * Whoever sends `X-Forwarded-For` could claim to be such a proxy. So this holds for addresses of private networks
   * only, where proxies stand and strangers do not. From a public address the header changes nothing: a proxy there
   * has to be declared.
   */
  readonly isShared: boolean;
}

/** The request by which somebody acts. */
export interface RequestOrigin extends Client {
  readonly requestId: string;
  readonly userAgent: string | null;
}

/** A request that has its effect once, however often it is sent. */
export interface Once {
  readonly key: string;
  readonly path: string;
  /** Of method, path and body: what has to be equal for the request to be the same. */
  readonly fingerprint: string;
  /** Set when the answer is that of an earlier request. */
  replayed: boolean;
}

/** A key as people know it: its secret is `<prefix>…<last4>`. */
export interface AuditedKey {
  readonly id: string;
  readonly prefix: string;
  readonly last4: string;
}

/** Whether the request belongs to an environment: its usage and its request log have it. */
export function isCaller(principal: Identified): principal is Caller {
  switch (principal.kind) {
    case "key":
      return true;
    case "session":
      return principal.environment !== null;
  }
}

/** The key that the caller came with; null for a person. */
export function keyOf(caller: Caller): AuditedKey | null {
  switch (caller.kind) {
    case "key":
      return caller.key;
    case "session":
      return null;
  }
}

/** Whether the caller may use operations of this scope: people may do everything in their account. */
export function hasScope(caller: Caller, scope: string): boolean {
  switch (caller.kind) {
    case "key":
      return caller.scopes.includes(scope);
    case "session":
      return true;
  }
}

/** The operator, by a command on the server's own machine or from the dashboard. */
export function operatorIn(accountId: string): OperatorPrincipal {
  return { kind: "operator", accountId, origin: null };
}
