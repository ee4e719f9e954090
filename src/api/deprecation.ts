import type { Deprecation } from "../infra/http/route.ts";

/** Operations by their id. Within v1 nothing has been deprecated so far. */
export const deprecations: Readonly<Record<string, Deprecation>> = {};

/** The headers `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` to the guide. */
export function deprecationHeaders({ since, sunset, guide }: Deprecation): Record<string, string> {
  const links = [`<${guide}>; rel="deprecation"`, ...(sunset ? [`<${guide}>; rel="sunset"`] : [])];
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset ? { sunset: new Date(sunset).toUTCString() } : {}),
    link: links.join(", "),
  };
}
