import type { AuditedKey } from "../../access/audit/audit.ts";
import type { Environment } from "../environment.ts";
import type { Once } from "../idempotency/idempotency.ts";

/** Whose resources a request may touch, and how it showed that. */
export interface Caller {
  readonly accountId: string;
  readonly environment: Environment;
  readonly via:
    | (AuditedKey & { readonly kind: "key"; readonly scopes: readonly string[] })
    | { readonly kind: "session"; readonly id: string; readonly user: SignedIn["user"] };
  readonly origin: RequestOrigin;
  /** Set for a request that came with an Idempotency-Key. */
  readonly once?: Once;
}

/** The request by which somebody acts. */
export interface RequestOrigin {
  readonly requestId: string;
  /** The client's address, as far as it can be believed. */
  readonly address: string;
  /** The address is that of a proxy that nobody declared, with many people behind it. */
  readonly isShared: boolean;
  readonly userAgent: string | null;
}

/** Who changes an account, as the audit log names them. */
export interface Actor {
  readonly accountId: string;
  /** Null for a key, and for the operator in an account, who is not named there. */
  readonly user: { readonly id: string; readonly email: string } | null;
  readonly key?: AuditedKey;
  readonly origin: RequestOrigin | null;
  /** Set for a request that came with an Idempotency-Key. */
  readonly once?: Once;
}

/** A person signed in on the dashboard. */
export interface SignedIn extends Actor {
  readonly user: { readonly id: string; readonly email: string };
  /** Whether this person runs the installation. */
  readonly isOperator: boolean;
  readonly origin: RequestOrigin;
  readonly sessionId: string;
}

/** Whoever sent a request to the platform. */
export function actorOf({ accountId, via, origin }: Caller): Actor {
  if (via.kind === "session") return { accountId, user: via.user, origin };
  const { id, prefix, last4 } = via;
  return { accountId, user: null, key: { id, prefix, last4 }, origin };
}

/** The operator acting in an account, by a command on the server's own machine or on the dashboard. */
export function commandFor(accountId: string): Actor {
  return { accountId, user: null, origin: null };
}
