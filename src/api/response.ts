import type { Deps } from "../infra/deps.ts";
import { acceptsCoding } from "../infra/http/accept.ts";
import { contextOf } from "../infra/http/context.ts";
import { type Coding, etagOf, isNoneMatch } from "../infra/http/etag.ts";
import { gzipLevel, inPieces, streamFromCharacters } from "../infra/http/pieces.ts";
import { toJson } from "../infra/http/raw-json.ts";
import { holdThread } from "../infra/waiting/stretches.ts";
import type { AnswerCheck } from "./answer-check.ts";
import { recordResponse } from "./record.ts";

/** Smaller answers fit into a few packets without compression. */
const compressFromCharacters = 8 * 1024;

/** The parts of Elysia's `set` that the hooks need. */
export interface Outgoing {
  status?: number | string;
  headers: Record<string, string | number>;
}

/** Sets the status that the operation declares. An error brings its own. */
export function declareStatus(request: Request, outgoing: Outgoing): void {
  outgoing.status = contextOf(request)?.route?.status ?? 200;
}

/**
 * The Response for the value that a route returned: JSON with the headers that its operation declares, or an empty
 * body. Undefined if the route returned a Response.
 */
export function toResponse(
  deps: Deps,
  check: AnswerCheck,
  value: unknown,
  request: Request,
  outgoing: Outgoing,
): Response | undefined {
  holdThread(contextOf(request)?.holder);
  const isMade = value instanceof Response;
  const text = isMade || isUnread(request) ? undefined : toJson(value);
  // What is replayed was checked when it was made, maybe against the schema of an earlier version.
  const isReplayed = contextOf(request)?.principal?.once?.replayed === true;
  if (!isMade && !isReplayed && request.method !== "HEAD") check(request, Number(outgoing.status), text);
  const answer = value instanceof Response ? value : encode(value, text, request, outgoing);
  const status = answer instanceof Response ? answer.status : Number(outgoing.status);
  const body = request.method === "HEAD" ? undefined : text;
  recordResponse(deps, request, { status, body, bytes: lengthOf(answer) });
  return answer === value ? undefined : answer;
}

/** Whether nobody needs the body: HEAD, unless the ETag depends on its coding, and so on its length. */
function isUnread(request: Request): boolean {
  return request.method === "HEAD" && !contextOf(request)?.route?.operation.answer?.etag;
}

/** Length of a Response that the route made; 0 for a stream. */
function lengthOf(answer: Response): number {
  return answer instanceof Response ? Number(answer.headers.get("content-length")) : 0;
}

function encode(value: unknown, text: string | undefined, request: Request, outgoing: Outgoing): Response {
  const { headers } = outgoing;
  if (text === undefined) {
    if (value !== undefined && value !== null) headers["content-type"] ??= "application/json";
    return new Response(null, { status: Number(outgoing.status) });
  }
  const coding = codingFor(request, text);
  const context = contextOf(request);
  const rule = context?.route?.operation.answer;
  if (context?.principal?.once?.replayed) {
    headers["idempotent-replayed"] = "true";
  }
  if (rule?.location !== undefined) headers.location = fillTemplate(rule.location, value as CreatedObject);
  if (rule?.pending !== undefined && (value as CreatedObject)[rule.pending] !== null) outgoing.status = 202;
  if (rule?.secret || rule?.cookie) headers["cache-control"] = "no-store";
  if (rule?.etag) {
    const { version, warnings } = value as { version: number; warnings?: unknown };
    headers.etag = etagOf(version, coding);
    // Warnings come with a new Waybill, and the version stays.
    if (isRead(request) && warnings === undefined && isNoneMatch(request, version))
      return new Response(null, { status: 304 });
  }
  headers["content-type"] ??= "application/json";
  if (coding !== "identity") headers["content-encoding"] = coding;
  if (request.method === "HEAD") return new Response(null, { status: Number(outgoing.status) });
  if (text.length > streamFromCharacters) {
    return new Response(inPieces(text, coding), { status: Number(outgoing.status) });
  }
  return asBody(coding === "identity" ? text : Bun.gzipSync(text, { level: gzipLevel }));
}

/** Elysia sends a plain body directly. It would read the body of a Response again as a stream. */
function asBody(body: string | Uint8Array): Response {
  return body as unknown as Response;
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

type CreatedObject = Record<string, string>;

function fillTemplate(template: string, made: CreatedObject): string {
  return template.replace(/\{(\w+)\}/g, (_, name) => made[name] ?? "");
}

function codingFor(request: Request, text: string): Coding {
  return text.length >= compressFromCharacters && acceptsCoding(request, "gzip") ? "gzip" : "identity";
}
