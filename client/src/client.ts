import { SecretLostError, WaybillError } from "./error.ts";
import type { Answer, Call, Item, OperationId, PagedId } from "./operation.ts";
import { withRetries } from "./retry.ts";
import { operationTable } from "./schema.ts";
import { followStream, type StreamWatch } from "./stream.ts";

const retriesMaxDefault = 3;

export interface WaybillOptions {
  /** Where Waybill is, such as `https://waybill.example.com`. */
  baseUrl: string;
  /** `wb_sandbox_…` or `wb_live_…`; it decides the environment. */
  apiKey: string;
  /** Instead of the platform's own. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** How often a request is sent again; 3 unless said, 0 for never. */
  maxRetries?: number;
}

/** Every operation of the reference that a key may call, by its `operationId`. */
export type Waybill = { readonly [Id in keyof typeof operationTable]: Call<Id> } & {
  /** All the items of a list, page after page. */
  paginate<Id extends PagedId>(id: Id, ...input: Parameters<Call<Id>>): AsyncGenerator<Item<Id>, void>;
};

/** An operation's input as the client sends it, whichever operation it is. */
interface AnyInput extends StreamWatch {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  header?: Record<string, string | undefined>;
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * A client. Its calls give what a success gives, and throw a `WaybillError` when the API refuses, what `fetch`
 * throws when the connection breaks or the answer is a redirect, the signal's reason when it is aborted, and a
 * `TypeError` for a path parameter that is missing, empty, `.` or `..`.
 * @throws TypeError for a `baseUrl` that is none
 */
export function createWaybill(options: WaybillOptions): Waybill {
  const call = (id: OperationId, input: AnyInput = {}) =>
    "stream" in operationTable[id] ? follow(options, id, input) : callOperation(options, id, input);
  const ids = Object.keys(operationTable) as OperationId[];
  new URL(options.baseUrl);
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

/** A stream; each reconnection continues after the last message. */
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

/** Whether the same request would be refused again: not so for too many streams, or a server that stops. */
function isRefusal(error: unknown): boolean {
  return error instanceof WaybillError && error.status < 500 && ![409, 429].includes(error.status);
}

async function callOperation(options: WaybillOptions, id: OperationId, input: AnyInput): Promise<unknown> {
  const { method, path } = operationTable[id];
  const url = addressOf(options.baseUrl, path, input);
  const headers = headersOf(options.apiKey, method, input);
  const request: RequestInit = {
    method,
    headers,
    // The API never redirects, and `fetch` would show the key to whoever it is sent to.
    redirect: "error",
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    ...(input.signal ? { signal: input.signal } : {}),
  };
  const send = options.fetch ?? fetch;
  const answer = await withRetries(async () => readAnswer(await send(url, request)), {
    retriesMax: options.maxRetries ?? retriesMaxDefault,
    // A POST has a key, a DELETE and a merge patch do no more the second time; a version is there only once.
    isRepeatable: !headers.has("if-match"),
    signal: input.signal,
  });
  if (input.header?.["Idempotency-Key"] === undefined) refuseLostSecret(answer);
  return answer;
}

/** The key was made here, so the secret is lost only with the answer to an earlier try. @throws SecretLostError */
function refuseLostSecret(answer: unknown): void {
  const isShown = typeof answer === "object" && answer !== null && "secret" in answer;
  if (isShown && answer.secret === null) throw new SecretLostError(answer);
}

function addressOf(baseUrl: string, path: string, input: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => segmentOf(name, input.path?.[name] ?? ""));
  const query = String(new URLSearchParams(definedEntries(input.query)));
  return `${baseUrl.replace(/\/+$/, "")}${filled}${query && `?${query}`}`;
}

/** What would make the address another operation's is refused. @throws TypeError that names the parameter */
function segmentOf(name: string, value: string): string {
  if (["", ".", ".."].includes(value)) throw new TypeError(`path.${name} must not be "${value}".`);
  return encodeURIComponent(value);
}

/** The key of a POST is made before its first try, so that all its tries have one effect. */
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

/** Reads JSON to its end, which is part of the try. @throws WaybillError for everything that is no success */
async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (!response.ok) throw new WaybillError(response.status, response.headers, await readProblem(response));
  return /[/+]json/.test(response.headers.get("content-type") ?? "") ? response.json() : response;
}

/** Undefined where it is no JSON: a proxy's page may come under any content type. */
async function readProblem(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
