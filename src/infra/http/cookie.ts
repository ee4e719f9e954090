import type { Deps } from "../deps.ts";

/** Whom a cookie signs in, with how long a browser keeps it. The server decides when it ends. */
const cookies = {
  session: { name: "waybill_session", lifetimeSeconds: 7 * 86_400 },
  /** As long as browsers allow: a device ends when it was not used for a while. */
  driver: { name: "waybill_driver", lifetimeSeconds: 400 * 86_400 },
} as const;
type CookieKind = keyof typeof cookies;

/** Over HTTPS the name is bound to the host and the cookie travels encrypted only. */
function nameOf(deps: Deps, kind: CookieKind): string {
  return isSecure(deps) ? `__Host-${cookies[kind].name}` : cookies[kind].name;
}

function isSecure(deps: Deps): boolean {
  return deps.publicUrl().startsWith("https:");
}

/** The token of a session or of a driver's device. */
export function readCookie(deps: Deps, kind: CookieKind, request: Request): string | undefined {
  return new Bun.CookieMap(request.headers.get("cookie") ?? "").get(nameOf(deps, kind)) ?? undefined;
}

export function makeCookie(deps: Deps, kind: CookieKind, token: string): string {
  return cookieOf(deps, kind, token, cookies[kind].lifetimeSeconds);
}

export function endedCookie(deps: Deps, kind: CookieKind): string {
  return cookieOf(deps, kind, "", 0);
}

function cookieOf(deps: Deps, kind: CookieKind, value: string, maxAge: number): string {
  const options = { maxAge, httpOnly: true, sameSite: "lax", secure: isSecure(deps) } as const;
  return new Bun.Cookie(nameOf(deps, kind), value, options).serialize();
}
