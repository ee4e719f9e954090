import type { Environment } from "../infra/environment.ts";

/** Words that the features of this layer share. */

/** An account in one of its environments: limits, counts and logs of the two are apart. */
export interface AccountEnvironment {
  readonly accountId: string;
  readonly environment: Environment;
}

/** What a key may do; all of it unless it was issued with less. */
export const scopes = [
  "shipments:read",
  "shipments:write",
  "quotes:read",
  "quotes:write",
  "assignments:write",
  "tracking:read",
  "webhooks:read",
  "webhooks:write",
  "events:read",
  "usage:read",
  "sandbox:write",
  "carriers:read",
  "carriers:write",
  "drivers:read",
  "drivers:write",
  "dispatch:write",
  "charges:read",
  "contacts:read",
  "contacts:write",
] as const;
export type Scope = (typeof scopes)[number];

/** What only people may do, each as far as the role says. No key has these. */
export const personScopes = [
  "account:write",
  "people:read",
  "people:write",
  "keys:read",
  "keys:write",
  "audit:read",
] as const;
export type AnyScope = Scope | (typeof personScopes)[number];

/** How long a replaced key can still be used. */
export const graceSecondsMax = 604_800;
