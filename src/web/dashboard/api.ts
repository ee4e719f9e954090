import type { Environment } from "../../infra/environment.ts";

/** What the dashboard asks of the API, with the session's cookie: one function for each method. */

/** An error of the API, RFC 9457 as contract §7 has it; or one of those below, which no server told. */
export interface Problem {
  status: number;
  code: string;
  title: string;
  detail: string;
  request_id?: string;
  errors?: readonly FieldProblem[];
  /** How long the server asks to wait before the same request. */
  retryAfterMs?: number;
}

export interface FieldProblem {
  /** JSON pointer into the body, `#/delivery/address/country`. */
  pointer?: string;
  /** Name of the query parameter, where it is not the body. */
  parameter?: string;
  code: string;
  detail: string;
}

/** A page of a list. */
export interface ListPage<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

export interface Call {
  /** What `/platform` paths are asked for; the others have none. */
  environment?: Environment | undefined;
  query?: Query | undefined;
  /** Of a POST: sent again with the same key, it is the same request. */
  idempotencyKey?: string | undefined;
  /** Of a PATCH: what is there has to be of this version still. */
  ifVersion?: number | undefined;
  /** Where there is more than one kind of answer. */
  accept?: string | undefined;
  signal?: AbortSignal | undefined;
}

export type Query = Readonly<Record<string, string | number | undefined>>;

const base = "/api/v1";
const idempotencyKeyBytes = 16;
/** A server that says nothing for longer to a GET does not answer; a longer wait is asked for with `wait_seconds`. */
const answerMaxMs = 15_000;

export const unreachable: Problem = {
  status: 0,
  code: "unreachable",
  title: "The server does not answer",
  detail: "Nothing is lost that was saved before; the page goes on when the server is back.",
};

/** Of a page whose file did not come, or that failed while it was drawn. */
export const notLoaded: Problem = {
  status: 0,
  code: "not_loaded",
  title: "This page did not load",
  detail: "Load it again. If that does not help, the server is gone or was updated meanwhile.",
};

export function isProblem(error: unknown): error is Problem {
  return typeof error === "object" && error !== null && "code" in error && "detail" in error;
}

/** Nobody is signed in any more; a path that keys open as well says that a key is missing. */
export function isSessionOver({ status, code }: Problem): boolean {
  return status === 401 && code !== "sign_in_failed";
}

/** @throws Problem, as all of these do */
export function get<T>(path: string, call: Call = {}): Promise<T> {
  return send("GET", path, call);
}

export function post<T = void>(path: string, body?: unknown, call: Call = {}): Promise<T> {
  return send("POST", path, call, body);
}

export function patch<T>(path: string, body: unknown, call: Call = {}): Promise<T> {
  return send("PATCH", path, call, body);
}

/** Called so because `delete` is a word of the language. */
export function remove<T = void>(path: string, call: Call = {}): Promise<T> {
  return send("DELETE", path, call);
}

/** The address of something that a browser fetches itself: a picture, a stream. */
export function addressOf(path: string, environment: Environment, query: Query = {}): string {
  return base + path + queryText({ ...query, environment });
}

export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(idempotencyKeyBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function send<T>(method: string, path: string, call: Call, body?: unknown): Promise<T> {
  const signals = [call.signal, method === "GET" ? AbortSignal.timeout(limitOf(call)) : undefined];
  try {
    const response = await fetch(base + path + queryText(call.query ?? {}), {
      method,
      headers: headersOf(call, body),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any(signals.filter((signal) => signal !== undefined)),
    });
    if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
    throw await problemOf(response);
  } catch (error) {
    throw isProblem(error) || call.signal?.aborted ? error : unreachable;
  }
}

function limitOf({ query }: Call): number {
  return answerMaxMs + Number(query?.wait_seconds ?? 0) * 1_000;
}

function headersOf(
  { environment, idempotencyKey, ifVersion, accept }: Call,
  body: unknown,
): Record<string, string> {
  return {
    ...(environment && { "X-Environment": environment }),
    ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    ...(ifVersion !== undefined && { "If-Match": `"${ifVersion}"` }),
    ...(accept !== undefined && { Accept: accept }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
  };
}

/** A proxy in between answers in its own way where the server is gone. */
async function problemOf(response: Response): Promise<Problem> {
  const isOurs = response.headers.get("content-type")?.startsWith("application/problem+json") ?? false;
  if (!isOurs) return unreachable;
  const seconds = Number(response.headers.get("retry-after"));
  return { ...((await response.json()) as Problem), ...(seconds > 0 && { retryAfterMs: seconds * 1_000 }) };
}

/** `?status=assigned`; nothing where there is nothing to say. */
export function queryText(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}
