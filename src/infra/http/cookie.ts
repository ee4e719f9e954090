import type { Deps } from "../deps.ts";

const cookieName = "waybill_session";
const lifetimeSeconds = 7 * 86_400;

/** Over HTTPS the name is bound to the host and the cookie travels encrypted only. */
function nameOf(deps: Deps): string {
  return deps.publicUrl().startsWith("https:") ? `__Host-${cookieName}` : cookieName;
}

export function readSessionToken(deps: Deps, request: Request): string | undefined {
  const header = request.headers.get("cookie");
  const prefix = `${nameOf(deps)}=`;
  return header
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}

export function sessionCookie(deps: Deps, token: string): string {
  return attributes(deps, token, lifetimeSeconds);
}

export function endedSessionCookie(deps: Deps): string {
  return attributes(deps, "", 0);
}

function attributes(deps: Deps, value: string, maxAgeSeconds: number): string {
  const secure = deps.publicUrl().startsWith("https:") ? "; Secure" : "";
  return `${nameOf(deps)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
