import { type AnyScope, personScopes, scopes } from "./model.ts";

/** What people may do in their account: each role is a list of scopes, which hold for sessions as for keys. */

export const roles = ["owner", "developer", "dispatcher", "viewer"] as const;
export type Role = (typeof roles)[number];

const everything: readonly AnyScope[] = [...scopes, ...personScopes];
const ofOwnersOnly: readonly AnyScope[] = ["people:write", "account:write"];
const ofDevelopersOnly: readonly AnyScope[] = ["keys:read", "audit:read"];
/** Whom an account knows is for those who make shipments. */
const notOfViewers: readonly AnyScope[] = [...ofDevelopersOnly, "contacts:read"];

const scopesByRole: Readonly<Record<Role, readonly AnyScope[]>> = {
  owner: everything,
  developer: everything.filter((scope) => !ofOwnersOnly.includes(scope)),
  dispatcher: [
    "shipments:read",
    "shipments:write",
    "quotes:read",
    "quotes:write",
    "assignments:write",
    "tracking:read",
    "events:read",
    "usage:read",
    "carriers:read",
    "drivers:read",
    "drivers:write",
    "dispatch:write",
    "charges:read",
    "contacts:read",
    "contacts:write",
    "people:read",
  ],
  viewer: everything.filter((scope) => scope.endsWith(":read") && !notOfViewers.includes(scope)),
};

/** All that can be read, and nothing that changes. */
export const readingScopes: readonly AnyScope[] = everything.filter((scope) => scope.endsWith(":read"));

/** The scopes of a role. Everybody sees the account's people, to know whom to ask. */
export function scopesOf(role: Role): readonly AnyScope[] {
  return scopesByRole[role];
}
