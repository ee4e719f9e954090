/**
 * Cuts path and query out of a request's URL as text. Elysia cuts its own path out of the same text. The gate accepts
 * only URLs that both read alike.
 */

/** Bun's server speaks no TLS: a reverse proxy does, or Waybill's own front. */
export const scheme = "http://";

/**
 * Whether the address is an absolute URL, which it is for one `Host` with the name of a host. For any other Bun gives
 * the path alone, for CONNECT a host and port alone; it joins several `Host` lines by commas and takes the first
 * (RFC 9112 §3.2: 400).
 */
export function hasAddress({ url, headers }: Request): boolean {
  return url.startsWith(scheme) && URL.canParse(url) && !headers.get("host")?.includes(",");
}

/** Where the path begins: behind the host, or at once in an address that the gate refuses. */
function pathStart(url: string): number {
  return url.startsWith(scheme) ? url.indexOf("/", scheme.length) : 0;
}

/** Path and query, `/api/v1/keys?limit=1`. */
export function targetOf({ url }: Request): string {
  return url.slice(pathStart(url));
}

/** The path alone. */
export function pathOf({ url }: Request): string {
  const start = pathStart(url);
  const end = url.indexOf("?", start);
  return url.slice(start, end === -1 ? undefined : end);
}

/** What stands behind the first `?`; empty without one. */
export function queryOf({ url }: Request): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start + 1);
}
