import type { Deps } from "../infra/deps.ts";
import { contextOf } from "../infra/http/context.ts";
import { type Coding, etagOf, isNoneMatch } from "../infra/http/etag.ts";
import { recordAnswer } from "./record.ts";

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
export function toAnswer(
  deps: Deps,
  value: unknown,
  request: Request,
  outgoing: Outgoing,
): Response | undefined {
  const text = value instanceof Response ? undefined : JSON.stringify(value);
  const answer = value instanceof Response ? value : encode(value, text, request, outgoing);
  const status = answer instanceof Response ? answer.status : Number(outgoing.status);
  recordAnswer(deps, request, { status, body: text, bytes: lengthOf(answer) });
  return answer === value ? undefined : answer;
}

/** Of what a route made itself; a stream has none. */
function lengthOf(answer: Response): number {
  return answer instanceof Response ? Number(answer.headers.get("content-length")) : 0;
}

function encode(value: unknown, text: string | undefined, request: Request, outgoing: Outgoing): Response {
  if (text === undefined) return new Response(null, { status: Number(outgoing.status) });
  const { headers } = outgoing;
  const coding = codingFor(request, text);
  const context = contextOf(request);
  const rule = context?.route?.operation.answer;
  if (context?.principal?.once?.replayed) {
    headers["idempotent-replayed"] = "true";
  }
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

function codingFor(request: Request, text: string): Coding {
  return text.length >= compressFromCharacters && acceptsCoding(request, "gzip") ? "gzip" : "identity";
}

const codingPatterns = { gzip: /^\s*gzip\s*(;|$)/, br: /^\s*br\s*(;|$)/ };

/** RFC 9110 §12.5.3. */
export function acceptsCoding(request: Request, coding: "gzip" | "br"): boolean {
  const accepted = request.headers.get("accept-encoding")?.toLowerCase().split(",") ?? [];
  const find = (pattern: RegExp) => accepted.find((entry) => pattern.test(entry));
  const named = find(codingPatterns[coding]) ?? find(/^\s*\*\s*(;|$)/);
  return named !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(named);
}
