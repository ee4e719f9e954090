import type { Deps } from "../deps.ts";

const cookieName = "waybill_session";
const lifetimeSeconds = 7 * 86_400;

/** Over HTTPS the name is bound to the host and the cookie travels encrypted only. */
function nameOf(deps: Deps): string {
  return isSecure(deps) ? `__Host-${cookieName}` : cookieName;
}

function isSecure(deps: Deps): boolean {
  return deps.publicUrl().startsWith("https:");
}

export function readSessionToken(deps: Deps, request: Request): string | undefined {
  return new Bun.CookieMap(request.headers.get("cookie") ?? "").get(nameOf(deps)) ?? undefined;
}

export function sessionCookie(deps: Deps, token: string): string {
  return cookieOf(deps, token, lifetimeSeconds);
}

export function endedSessionCookie(deps: Deps): string {
  return cookieOf(deps, "", 0);
}

function cookieOf(deps: Deps, value: string, maxAge: number): string {
  const options = { maxAge, httpOnly: true, sameSite: "lax", secure: isSecure(deps) } as const;
  return new Bun.Cookie(nameOf(deps), value, options).serialize();
}
