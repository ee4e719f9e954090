/**
 * What was asked for, cut out of a request's address as text: a `Host` that is no host name makes an address that
 * no URL parser takes.
 */

/** Where the path begins: behind `http://` or `https://` and the host there is no other slash before it. */
function pathStart(url: string): number {
  return url.indexOf("/", url.indexOf("://") + "://".length);
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
