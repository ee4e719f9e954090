import { SecretLostError, WaybillError } from "./error.ts";
import type { Answer, Call, Item, OperationId, PagedId } from "./operation.ts";
import { withRetries } from "./retry.ts";
import { operationTable } from "./schema.ts";
import { followStream, type StreamWatch } from "./stream.ts";

const retriesMaxDefault = 3;

export interface WaybillOptions {
  /** The installation's address, such as `https://waybill.example.com`. */
  baseUrl: string;
  /** `wb_sandbox_…` or `wb_live_…`. The key selects the environment. */
  apiKey: string;
  /** Replaces the platform's `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** The maximum number of retries per request. 3 by default, 0 for none. */
  maxRetries?: number;
}

/** Every operation of the reference that a key may call, named by its `operationId`. */
export type Waybill = { readonly [Id in keyof typeof operationTable]: Call<Id> } & {
  /** Iterates over all items of a list, page by page. */
  paginate<Id extends PagedId>(id: Id, ...input: Parameters<Call<Id>>): AsyncGenerator<Item<Id>, void>;
};

/** The input of any operation, as the client sends it. */
interface AnyInput extends StreamWatch {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  header?: Record<string, string | undefined>;
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * Creates a client. Its calls return the content of a success, and throw:
 * - a `WaybillError` for an error of the API, and for a page of a proxy in its place
 * - what `fetch` throws if the connection is lost or the response is a redirect
 * - the signal's reason if it is aborted
 * - a `TypeError` for a path parameter that is missing, empty, `.` or `..`
 * @throws TypeError for an invalid `baseUrl`, and without an `apiKey`
 */
export function createWaybill(options: WaybillOptions): Waybill {
  const call = (id: OperationId, input: AnyInput = {}) =>
    "stream" in operationTable[id] ? follow(options, id, input) : callOperation(options, id, input);
  const ids = Object.keys(operationTable) as OperationId[];
  if (!URL.canParse(options.baseUrl)) {
    throw new TypeError(
      `baseUrl must be an address such as https://waybill.example.com, not ${options.baseUrl}`,
    );
  }
  if (!options.apiKey) throw new TypeError("apiKey must be a key such as wb_sandbox_…, and is missing");
  return {
    ...Object.fromEntries(ids.map((id) => [id, (input?: AnyInput) => call(id, input)])),
    paginate: (id: PagedId, input?: AnyInput) => paginate((page) => callOperation(options, id, page), input),
  } as unknown as Waybill;
}

async function* paginate(readPage: (input: AnyInput) => Promise<unknown>, input: AnyInput = {}) {
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? input.query : { ...input.query, cursor };
    const page = (await readPage(query ? { ...input, query } : input)) as Answer<PagedId>;
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** Follows a stream. Each reconnection continues after the last message. */
function follow(options: WaybillOptions, id: OperationId, input: AnyInput) {
  const open = (lastEventId: string, signal: AbortSignal) => {
    const header = lastEventId === "" ? input.header : { ...input.header, "Last-Event-ID": lastEventId };
    return callOperation(options, id, { ...input, signal, ...(header ? { header } : {}) });
  };
  return followStream((lastEventId, signal) => open(lastEventId, signal) as Promise<Response | undefined>, {
    ...input,
    isFinal: (error, wasOpen) => !wasOpen || isRefusal(error),
  });
}

/** Whether a retry would fail too. Too many streams and a server that shuts down are temporary. */
function isRefusal(error: unknown): boolean {
  return error instanceof WaybillError && error.status < 500 && ![409, 429].includes(error.status);
}

async function callOperation(options: WaybillOptions, id: OperationId, input: AnyInput): Promise<unknown> {
  const operation = operationTable[id];
  const { method, path } = operation;
  const url = addressOf(options.baseUrl, path, input);
  const headers = headersOf(options.apiKey, method, input);
  const request: RequestInit = {
    method,
    headers,
    // The API never redirects, and `fetch` would send the key to the redirect's host.
    redirect: "error",
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    ...(input.signal ? { signal: input.signal } : {}),
  };
  const send = options.fetch ?? fetch;
  const mayBeFile = "file" in operation || "stream" in operation || headers.has("accept");
  const answer = await withRetries(async () => readAnswer(await send(url, request), mayBeFile), {
    retriesMax: options.maxRetries ?? retriesMaxDefault,
    // A POST has a key; a DELETE and a merge patch change nothing when repeated. A clock would move twice, and a
    // version matches only once.
    isRepeatable: id !== "moveClock" && !headers.has("if-match"),
    signal: input.signal,
  });
  if (input.header?.["Idempotency-Key"] === undefined) refuseLostSecret(answer);
  return answer;
}

/** The client made the idempotency key, so only a lost response loses the secret. @throws SecretLostError */
function refuseLostSecret(answer: unknown): void {
  const isShown = typeof answer === "object" && answer !== null && "secret" in answer;
  if (isShown && answer.secret === null) throw new SecretLostError(answer);
}

function addressOf(baseUrl: string, path: string, input: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => segmentOf(name, input.path?.[name] ?? ""));
  const query = String(new URLSearchParams(definedEntries(input.query)));
  return `${baseUrl.replace(/\/+$/, "")}${filled}${query && `?${query}`}`;
}

/** Refuses values that would lead to another operation's path. @throws TypeError that names the parameter */
function segmentOf(name: string, value: string): string {
  if (["", ".", ".."].includes(value)) throw new TypeError(`path.${name} must not be "${value}".`);
  return encodeURIComponent(value);
}

/** A POST gets its key before the first attempt, so that all attempts have one effect. */
function headersOf(apiKey: string, method: string, input: AnyInput): Headers {
  const headers = new Headers(definedEntries(input.header));
  headers.set("x-api-key", apiKey);
  if (input.body !== undefined) headers.set("content-type", "application/json");
  if (method === "POST" && !headers.has("idempotency-key")) {
    headers.set("idempotency-key", crypto.randomUUID());
  }
  return headers;
}

function definedEntries(values: Record<string, unknown> = {}): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
}

/**
 * Reads JSON to its end as part of the attempt.
 * @throws WaybillError unless the response is a success, and for a page of a proxy in the place of JSON
 */
async function readAnswer(response: Response, mayBeFile: boolean): Promise<unknown> {
  const { status, headers } = response;
  if (status === 204) return undefined;
  if (!response.ok) throw new WaybillError(status, headers, await readProblem(response));
  if (/[/+]json\s*(;|$)/.test(headers.get("content-type") ?? "")) return response.json();
  if (mayBeFile) return response;
  await response.body?.cancel();
  throw new WaybillError(status, headers, undefined);
}

/** Undefined if it is not JSON: a proxy's page may have any content type. */
async function readProblem(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
