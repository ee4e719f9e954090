/** Strong validator of a resource, from its version. RFC 9110 §8.8.3. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

function tagsOf(header: string): string[] {
  return header.split(",").map((tag) => tag.trim());
}

/** Whether the client has this already, RFC 9110 §13.1.2: the comparison is weak. */
export function isNoneMatch(request: Request, etag: string): boolean {
  const header = request.headers.get("if-none-match");
  if (header === null) return false;
  return tagsOf(header).some((tag) => tag === "*" || tag.replace(/^W\//, "") === etag);
}

/** Judges a version by If-Match, RFC 9110 §13.1.1: the comparison is strong; without the header all are right. */
export function matcherOf(request: Request): (version: number) => boolean {
  const header = request.headers.get("if-match");
  if (header === null) return () => true;
  const tags = tagsOf(header);
  return (version) => tags.includes("*") || tags.includes(etagOf(version));
}
