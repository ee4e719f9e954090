import { contextOf } from "./context.ts";
import { type Coding, etagOf, isNoneMatch } from "./etag.ts";

/** What is smaller travels in a few packets as it is. */
const compressFromCharacters = 8 * 1024;
/** Most of what the next levels save, at a third of their time. */
const gzipLevel = 1;

/** What Elysia sends with the answer, of which the hooks need this much. */
export interface Outgoing {
  status?: number | string;
  headers: Record<string, string | number>;
}

/** Gives the answer the status that its operation declares; an error brings its own. */
export function declareStatus(request: Request, outgoing: Outgoing): void {
  outgoing.status = contextOf(request)?.route?.status ?? 200;
}

/**
 * What is sent for the value that a route returned: JSON with what its operation declares, or nothing.
 * Undefined for a route that made its whole Response itself.
 */
export function toAnswer(value: unknown, request: Request, outgoing: Outgoing): Response | undefined {
  if (value instanceof Response) return undefined;
  if (value === undefined) return new Response(null, { status: Number(outgoing.status) });
  const { headers } = outgoing;
  const text = JSON.stringify(value);
  const coding = codingFor(request, text);
  const rule = contextOf(request)?.route?.operation.answer;
  if (rule?.location !== undefined) headers.location = fill(rule.location, value as Made);
  if (rule?.secret || rule?.cookie) headers["cache-control"] = "no-store";
  if (rule?.etag) {
    const { version } = value as { version: number };
    headers.etag = etagOf(version, coding);
    if (isRead(request) && isNoneMatch(request, version)) return new Response(null, { status: 304 });
  }
  headers["content-type"] ??= "application/json";
  if (coding === "identity") return asBody(text);
  headers["content-encoding"] = coding;
  return asBody(Bun.gzipSync(text, { level: gzipLevel }));
}

/** Elysia sends a body as it is; its type asks for a Response, whose body it would read again as a stream. */
function asBody(body: string | Uint8Array): Response {
  return body as unknown as Response;
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

type Made = Record<string, string>;

function fill(template: string, made: Made): string {
  return template.replace(/\{(\w+)\}/g, (_, name) => made[name] ?? "");
}

/** RFC 9110 §12.5.3. */
function codingFor(request: Request, text: string): Coding {
  if (text.length < compressFromCharacters) return "identity";
  const accepted = request.headers.get("accept-encoding")?.toLowerCase().split(",") ?? [];
  const gzip = accepted.find((entry) => /^\s*(gzip|\*)\s*(;|$)/.test(entry));
  return gzip === undefined || /;\s*q=0(\.0*)?\s*$/.test(gzip) ? "identity" : "gzip";
}
