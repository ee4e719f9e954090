import type { Environment } from "../environment.ts";

/**
 * Who calls, and by what credential. Code that depends on it switches over `kind` without a default. So a new kind of
 * caller does not compile until limits, usage, streams and the audit log handle it.
 */
type Principal =
  | KeyPrincipal
  | SessionPrincipal
  | SandboxPrincipal
  | SchedulePrincipal
  | CarrierPrincipal
  | DriverPrincipal
  | OperatorPrincipal
  | StrangerPrincipal
  | LinkPrincipal;

/** A program with one of an account's API keys. */
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
  /** The one that the request names; null where the operation belongs to none. */
  readonly environment: Environment | null;
  readonly sessionId: string;
  /** The person's own account; another one than `accountId` while the operator looks as an account. */
  readonly homeAccountId: string;
  readonly user: { readonly id: string; readonly email: string };
  /** The person's role in the account at this request, and the scopes of that role. */
  readonly role: string;
  readonly scopes: readonly string[];
  /** When the person last entered the password in this session. */
  readonly confirmedAt: number;
  /** Whether this person runs the installation. */
  readonly isOperator: boolean;
}

/** What the sandbox plays in an account, as a client would call. Waybill itself makes the requests. */
interface SandboxPrincipal extends ByRequest {
  readonly kind: "sandbox";
  readonly environment: "sandbox";
  readonly scopes: readonly string[];
  /** Who asked for it, whom the audit log names; null for what comes of it later, which the log leaves out. */
  readonly asker: Caller | null;
}

/** A standing order of an account, which goes on whoever made it. It makes no requests. */
interface SchedulePrincipal extends ByRequest {
  readonly kind: "schedule";
  readonly environment: Environment;
  readonly scopes: readonly string[];
  readonly scheduleId: string;
}

/** The server of a carrier, with one of the carrier's tokens. It sees only what was booked with the carrier. */
export interface CarrierPrincipal {
  readonly kind: "carrier";
  /** The token's own. */
  readonly environment: Environment;
  readonly carrierId: string;
  /** The account that set the carrier up; null for a carrier of the installation. */
  readonly accountId: string | null;
  readonly token: AuditedKey;
  readonly origin: RequestOrigin;
  readonly once?: Once;
}

/** A driver of a fleet, with a device that a link connected or with a token. It sees only the driver's own jobs. */
export interface DriverPrincipal {
  readonly kind: "driver";
  /** The driver's own. */
  readonly environment: Environment;
  readonly driverId: string;
  readonly carrierId: string;
  /** The account of the carrier; null for a carrier of the installation. */
  readonly accountId: string | null;
  readonly by:
    | { readonly kind: "device"; readonly id: string }
    | { readonly kind: "token"; readonly token: AuditedKey };
  /** Whether it may only send positions: a `wbp_` token. */
  readonly sendsPositionsOnly: boolean;
  /** Whether positions of a tracking app count as of their arrival, whatever time they have. */
  readonly usesServerTime: boolean;
  readonly origin: RequestOrigin;
  readonly once?: Once;
}

/** The operator of the installation. Accounts see that the operator acted, but not who it was. */
interface OperatorPrincipal extends InAccount {
  readonly kind: "operator";
  readonly origin: null;
}

/** Somebody without a session: who failed to sign in, a driver who connects a device, or who has a mailed link. */
interface StrangerPrincipal extends ByRequest {
  readonly kind: "stranger";
  /** The user whose link it is. */
  readonly user?: { readonly id: string; readonly email: string };
}

/** Somebody without credentials, who has a link that nobody can guess. */
export interface LinkPrincipal {
  readonly kind: "link";
  readonly environment: Environment;
  /** The secret part of the link. */
  readonly token: string;
}

/** Whom the credentials of a request identify. */
export type Identified = Caller | SessionPrincipal | CarrierPrincipal | DriverPrincipal;

/** As whom Waybill itself calls its public API. */
export type Played = SandboxPrincipal | DriverPrincipal;

/** A principal in one of its account's environments, whose objects the request may touch. */
export type Caller = (KeyPrincipal | SessionPrincipal | SandboxPrincipal | SchedulePrincipal) & {
  readonly environment: Environment;
};
export const callerKinds = ["key", "session"] as const satisfies readonly Caller["kind"][];

/** Who acts in an account, for its audit log. */
export type Actor = Exclude<Principal, LinkPrincipal | CarrierPrincipal | DriverPrincipal>;

/** A principal that may repeat a request with an Idempotency-Key. */
export type Requester = Actor | CarrierPrincipal | DriverPrincipal;

interface InAccount {
  readonly accountId: string;
  /** Null for a command, which comes without a request. */
  readonly origin: RequestOrigin | null;
  /** Set for a request that came with an Idempotency-Key. */
  readonly once?: Once;
}

interface ByRequest extends InAccount {
  readonly origin: RequestOrigin;
}

/** Where a request comes from, as far as Waybill can trust that. */
export interface Client {
  readonly address: string;
  /**
   * The address belongs to an untrusted proxy with many clients, whom Waybill cannot tell apart. Limits per network
   * skip its requests, or one client would use up the limit of all.
   *
   * Anybody can send `X-Forwarded-For` and pose as such a proxy. So only addresses of private networks count as shared.
   * A proxy with a public address must be declared as trusted.
   */
  readonly isShared: boolean;
}

/** The request with which somebody acts. */
export interface RequestOrigin extends Client {
  readonly requestId: string;
  readonly userAgent: string | null;
}

/** A request that takes effect once, however often it is sent. */
export interface Once {
  readonly key: string;
  readonly path: string;
  /** Hash of method, path and body: a repeated request has the same. */
  readonly fingerprint: string;
  /** Set when the response is that of an earlier request. */
  replayed: boolean;
}

/** A key or token as people know it: its secret is `<prefix>…<last4>`. */
export interface AuditedKey {
  readonly id: string;
  readonly prefix: string;
  readonly last4: string;
}

/** Whether the request belongs to an account in an environment, and so to its usage and request log. */
export function isCaller(principal: Identified): principal is Caller {
  switch (principal.kind) {
    case "key":
    case "sandbox":
    case "schedule":
      return true;
    case "session":
      return principal.environment !== null;
    case "carrier":
    case "driver":
      return false;
  }
}

/** The caller's API key; null for a person. */
export function keyOf(caller: Caller): AuditedKey | null {
  switch (caller.kind) {
    case "key":
      return caller.key;
    case "session":
    case "sandbox":
    case "schedule":
      return null;
  }
}

/** The id of the device or token with which a driver calls. */
export function credentialOf({ by }: DriverPrincipal): string {
  return by.kind === "device" ? by.id : by.token.id;
}

/** Whether the caller may use operations of this scope. */
export function hasScope(caller: Caller | SessionPrincipal, scope: string): boolean {
  return caller.scopes.includes(scope);
}

/** Whether the operator looks as an account: nothing may change, and nothing counts as the account's own use. */
export function isViewing({ accountId, homeAccountId }: SessionPrincipal): boolean {
  return accountId !== homeAccountId;
}

/** The operator, by a command on the server's own machine or from the dashboard. */
export function operatorIn(accountId: string): OperatorPrincipal {
  return { kind: "operator", accountId, origin: null };
}
