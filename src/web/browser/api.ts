import type { Environment } from "../../infra/environment.ts";
import { rememberClock } from "./clock.ts";
import { confirmPerson } from "./confirmation.ts";
import type { Answer, Body, Known, Method, QueryOf } from "./paths.ts";
import { hasSessionEnded, isOvertaken, isProblem, type Problem, unreachable } from "./problem.ts";

/** Calls to the API with the session's cookie: one function per method. */

/** How an operation is called; which parameters it takes says its path. */
export interface Call<Parameters = Query> {
  /** Only for `/platform` paths. */
  environment?: Environment | undefined;
  query?: Parameters | undefined;
  /** For a POST: a retry with the same key is the same request. */
  idempotencyKey?: string | undefined;
  /** For what changes an object: refused unless the object still has this version. */
  ifVersion?: number | undefined;
  /** For operations with several media types. */
  accept?: string | undefined;
  /** Secrets that no address may have. */
  headers?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
  /** Gets the response for its headers, whatever the status. */
  onResponse?(response: Response): void;
}

/** What follows the path: the body, unless the operation has none. */
type Sent<M extends Method, Path extends string> = [Body<M, Path>] extends [undefined]
  ? [body?: undefined, call?: Call<QueryOf<M, Path>>]
  : [body: Body<M, Path>, call?: Call<QueryOf<M, Path>>];

export type Query = Readonly<Record<string, string | number | undefined>>;

const base = "/api/v1";
const idempotencyKeyBytes = 16;
/** Timeout of a GET, on top of its `wait_seconds`. */
const responseTimeoutMs = 15_000;

/** The person closed the question for the password. */
const notConfirmed: Problem = {
  status: 0,
  code: "not_confirmed",
  title: "Nothing was changed",
  detail: "This needs your password. Try again and enter it.",
};

/** Takes a request, and gives the response. */
export type Ask = (path: string, request: RequestInit) => Promise<Response>;

let ask: Ask = (path, request) => fetch(path, request);

/** From now on the page answers its own calls, as where somebody practices: none of them leaves it. */
export function answerHere(answer: Ask): void {
  ask = answer;
}

/** Replaces what the API says to a program without a key. */
const sessionEnded = { title: "Your session has ended", detail: "Sign in again." };

/** Replaces what the API says of a failed `If-Match`. Actions then read again what is shown. */
const overtaken = {
  title: "Someone else changed this meanwhile",
  detail: "Your changes are not saved yet. Check them beside what is shown now, then save again.",
};

/** @throws Problem, as all of these do */
export function get<const Path extends string>(
  path: Path & Known<"GET", Path>,
  call: Call<QueryOf<"GET", Path>> = {},
): Promise<Answer<"GET", Path>> {
  return send("GET", path, call);
}

/** A GET of a file. */
export async function getFile<const Path extends string>(
  path: Path & Known<"GET", Path>,
  call: Call<QueryOf<"GET", Path>> = {},
): Promise<Blob> {
  return (await requestConfirmed("GET", path, call)).blob();
}

/** GET of a path that its caller has checked. */
export function read<Given>(path: string, call: Call = {}): Promise<Given> {
  return send("GET", path, call);
}

/** A list as CSV: all of its pages, under one header. */
export async function getCsv<const Path extends string>(
  path: Path & Known<"GET", Path>,
  { environment, query }: Call<QueryOf<"GET", Path>>,
): Promise<string> {
  const parts: string[] = [];
  let cursor: string | undefined;
  do {
    const response = await request("GET", path, {
      environment,
      query: { ...query, cursor },
      accept: "text/csv",
    });
    const text = await response.text();
    parts.push(parts.length === 0 ? text : text.slice(text.indexOf("\n") + 1));
    cursor = nextCursorOf(response);
  } while (cursor !== undefined);
  return parts.join("");
}

/** The cursor of the next page, from the Link header (RFC 8288). */
function nextCursorOf({ headers }: Response): string | undefined {
  const next = /<([^>]+)>; *rel="next"/.exec(headers.get("link") ?? "")?.[1];
  return next === undefined
    ? undefined
    : (new URL(next, location.origin).searchParams.get("cursor") ?? undefined);
}

export function post<const Path extends string>(
  path: Path & Known<"POST", Path>,
  ...[body, call = {}]: Sent<"POST", Path>
): Promise<Answer<"POST", Path>> {
  return send("POST", path, call, body);
}

/** A POST that makes a file. */
export async function postForFile<const Path extends string>(
  path: Path & Known<"POST", Path>,
  ...[body, call = {}]: Sent<"POST", Path>
): Promise<Blob> {
  return (await requestConfirmed("POST", path, call, body)).blob();
}

export function put<const Path extends string>(
  path: Path & Known<"PUT", Path>,
  ...[body, call = {}]: Sent<"PUT", Path>
): Promise<Answer<"PUT", Path>> {
  return send("PUT", path, call, body);
}

export function patch<const Path extends string>(
  path: Path & Known<"PATCH", Path>,
  ...[body, call = {}]: Sent<"PATCH", Path>
): Promise<Answer<"PATCH", Path>> {
  return send("PATCH", path, call, body);
}

/** DELETE; `delete` is a reserved word. */
export function remove<const Path extends string>(
  path: Path & Known<"DELETE", Path>,
  call: Call<QueryOf<"DELETE", Path>> = {},
): Promise<Answer<"DELETE", Path>> {
  return send("DELETE", path, call);
}

/** An operation that a response names. What it answers is not looked at. */
export function follow(method: string, path: string, body?: object, call: Call = {}): Promise<unknown> {
  return send(method, path, call, body);
}

/** The URL of something that the browser fetches itself: an image, a stream. */
export function addressOf<const Path extends string>(
  path: Path & Known<"GET", Path>,
  environment?: Environment,
  query: Query = {},
): string {
  return base + path + queryText({ ...query, environment });
}

export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(idempotencyKeyBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function send<T>(method: string, path: string, call: Call, body?: unknown): Promise<T> {
  const response = await requestConfirmed(method, path, call, body);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** Asks for the password where the API wants it first, and then sends the same request again. */
async function requestConfirmed(...sent: Parameters<typeof request>): Promise<Response> {
  try {
    return await request(...sent);
  } catch (error) {
    if (!isProblem(error) || error.code !== "confirmation_required") throw error;
    if (!(await confirmPerson())) throw notConfirmed;
    return request(...sent);
  }
}

async function request(method: string, path: string, call: Call, body?: unknown): Promise<Response> {
  const signals = [call.signal, method === "GET" ? AbortSignal.timeout(timeoutOf(call)) : undefined];
  try {
    const response = await ask(base + path + queryText(call.query ?? {}), {
      method,
      headers: headersOf(call, body),
      ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
      signal: AbortSignal.any(signals.filter((signal) => signal !== undefined)),
    });
    if (call.environment) rememberClock(response);
    call.onResponse?.(response);
    if (response.ok) return response;
    throw await problemOf(response);
  } catch (error) {
    throw isProblem(error) || call.signal?.aborted ? error : unreachable;
  }
}

function timeoutOf({ query }: Call): number {
  return responseTimeoutMs + Number(query?.wait_seconds ?? 0) * 1_000;
}

function headersOf(
  { environment, idempotencyKey, ifVersion, accept, headers }: Call,
  body: unknown,
): Record<string, string> {
  return {
    ...headers,
    ...(environment && { "X-Environment": environment }),
    ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    ...(ifVersion !== undefined && { "If-Match": `"${ifVersion}"` }),
    ...(accept !== undefined && { Accept: accept }),
    // A file says its own type.
    ...(body !== undefined && !(body instanceof Blob) && { "Content-Type": "application/json" }),
  };
}

/** A proxy in front of a stopped server responds with an error page of its own. */
async function problemOf(response: Response): Promise<Problem> {
  const isOurs = response.headers.get("content-type")?.startsWith("application/problem+json") ?? false;
  if (!isOurs) return unreachable;
  const seconds = Number(response.headers.get("retry-after"));
  const problem: Problem = await response.json();
  return {
    ...problem,
    ...(seconds > 0 && { retryAfterMs: seconds * 1_000 }),
    ...(hasSessionEnded(problem) && sessionEnded),
    ...(isOvertaken(problem) && overtaken),
  };
}

/** `?status=assigned`, or an empty string. */
export function queryText(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}
