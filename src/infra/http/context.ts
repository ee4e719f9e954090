import { Elysia } from "elysia";
import type { Client } from "../../api/client-address.ts";
import type { RouteEntry } from "../../api/route-table.ts";
import type { Caller, RequestOrigin, SignedIn } from "./principal.ts";

/** What is known of a request; the gate begins it. */
export interface RequestContext {
  readonly requestId: string;
  /** Where it comes from. */
  readonly client: Client;
  /** When it came: by the wall clock, and by the one that durations are measured with. */
  readonly receivedAt: number;
  readonly begunMs: number;
  /** The body as it came, once it was read. */
  body?: Uint8Array;
  /** Whether it is counted and logged already. */
  isRecorded?: true;
  /** Whether it goes on after its answer has begun. */
  isStream?: true;
  /** Whether its connection may be silent without limit. */
  mayBeSilent?: boolean;
  /** Whether its credentials are valid, whatever else is wrong with it. */
  isKnown?: true;
  /** What the gate admitted it for. */
  route?: RouteEntry | undefined;
  /** What an equal request with the same Idempotency-Key was answered. */
  earlierAnswer?: unknown;
  /** Takes the answer where its bytes are limited; tells how long a stream has to wait for room. */
  answerMeter?: { count(bytes: number): void; end(): void; waitMs(): number } | undefined;
  caller?: Caller;
  session?: SignedIn & { token: string };
}

const contexts = new WeakMap<Request, RequestContext>();

export function setContext(request: Request, context: RequestContext): void {
  contexts.set(request, context);
}

export function contextOf(request: Request): RequestContext | undefined {
  return contexts.get(request);
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the gate let a request pass without what its route needs");
  return value;
}

/** Gives the routes after it `caller`: whose resources they may touch. */
export const withCaller = new Elysia({ name: "caller" }).resolve({ as: "scoped" }, ({ request }) => ({
  caller: required(contextOf(request)?.caller),
}));

/** Gives the routes after it `session`: who is signed in. */
export const withSession = new Elysia({ name: "session" }).resolve({ as: "scoped" }, ({ request }) => ({
  session: required(contextOf(request)?.session),
}));

/** By what a change comes, for whoever writes it down. */
export function originOf(request: Request): RequestOrigin {
  const { requestId, client } = required(contextOf(request));
  return { requestId, ...client, userAgent: request.headers.get("user-agent") || null };
}

/** Gives the routes after it `origin`, where nobody has to be signed in. */
export const withOrigin = new Elysia({ name: "origin" }).resolve({ as: "scoped" }, ({ request }) => ({
  origin: originOf(request),
}));
