/** What is going to leave the API, or some day to change within a new version. */
export interface Deprecation {
  /** Day from which it should not be used in new work, `2027-01-31`. */
  since: string;
  /** Day on which it ends. */
  sunset?: string;
  /** Address of the page that says what to use instead. */
  guide: string;
}

/** Operations by their id. Within v1 nothing has been deprecated so far. */
export const deprecations: Readonly<Record<string, Deprecation>> = {};

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a `Link` to what to do. */
export function deprecationHeaders({ since, sunset, guide }: Deprecation): Record<string, string> {
  const links = [`<${guide}>; rel="deprecation"`, ...(sunset ? [`<${guide}>; rel="sunset"`] : [])];
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset ? { sunset: new Date(sunset).toUTCString() } : {}),
    link: links.join(", "),
  };
}
