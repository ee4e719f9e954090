import { AppError } from "../errors.ts";

const misformed =
  'Nothing was changed: If-Match must be an ETag as the response had it, in double quotes and without W/, such as "2".';

/** Codings an answer can have; each makes other bytes, and so has a validator of its own. RFC 9110 §8.8.3.3. */
export type Coding = "identity" | "gzip";

/** Strong validator of a resource, from its version or a hash of it. RFC 9110 §8.8.3. */
export function etagOf(version: number | string, coding: Coding = "identity"): string {
  return coding === "identity" ? `"${version}"` : `"${version}-${coding}"`;
}

/** The tags of a header without their codings: a version is the same in all of them. */
function tagsOf(header: string): string[] {
  return header.split(",").map((tag) => tag.trim().replace(/-gzip"$/, '"'));
}

/** Whether the client has this version already, RFC 9110 §13.1.2: the comparison is weak. */
export function isNoneMatch(request: Request, version: number | string): boolean {
  const header = request.headers.get("if-none-match");
  if (header === null) return false;
  return tagsOf(header).some((tag) => tag === "*" || tag.replace(/^W\//, "") === etagOf(version));
}

/**
 * Judges a version by If-Match, RFC 9110 §13.1.1: the comparison is strong; without the header all are right.
 * @throws AppError `precondition_failed` for a header that can match nothing
 */
export function matcherOf(request: Request): (version: number) => boolean {
  const header = request.headers.get("if-match");
  if (header === null) return () => true;
  const tags = tagsOf(header);
  if (!tags.some((tag) => /^(\*|"[^"]*")$/.test(tag)))
    throw new AppError("precondition_failed", { detail: misformed });
  return (version) => tags.includes("*") || tags.includes(etagOf(version));
}
