import type { Role } from "../../access/roles.ts";

/** What the pages with and without a session share. Pure. */

/** Names of the pages without a session, below `/dashboard`. */
const signInPages = [
  "sign-in",
  "sign-up",
  "verify-email",
  "forgot-password",
  "reset-password",
  "join",
] as const;
export type SignInPageName = (typeof signInPages)[number];

export function isSignInPage(name: string): name is SignInPageName {
  return (signInPages as readonly string[]).includes(name);
}

/** The page to sign in; `from` is where to go on afterwards, below `/dashboard`. */
export function signInPath(from?: string): string {
  const query = from === undefined ? "" : `?${new URLSearchParams({ from })}`;
  return `/dashboard/sign-in${query}`;
}

/** Where to continue after signing in: a page of signed-in people, never another site or another part of this one. */
export function returnTo(from: unknown): string | undefined {
  if (typeof from !== "string" || !/^\/(sandbox|live)(?![^/?#])/.test(from)) return undefined;
  // As the browser will read it: dots in a path lead out of the dashboard, also where they are encoded.
  const { pathname } = new URL(`http://localhost/dashboard${from}`);
  return /^\/dashboard\/(sandbox|live)(\/|$)/.test(pathname) ? from : undefined;
}

/** What each role may do, in the words of a person who chooses one. */
export const roleDescriptions = {
  owner: "Can do everything, including people and the account itself.",
  developer: "Can do everything except change people and the account itself.",
  dispatcher: "Works with shipments, drivers and dispatch. Sees no webhooks, API keys or audit log.",
  viewer: "Sees what happens and changes nothing. Sees no API keys, audit log or PINs, and exports nothing.",
} as const satisfies Record<Role, string>;
