import { Elysia } from "elysia";
import { environments } from "../environment.ts";
import { AppError } from "../errors.ts";
import type { Holder } from "../waiting/stretches.ts";
import {
  type Caller,
  type CarrierPrincipal,
  type Client,
  type DriverPrincipal,
  type Identified,
  isCaller,
  type Played,
  type RequestOrigin,
  type SessionPrincipal,
} from "./principal.ts";
import type { RouteEntry } from "./route.ts";

/** What Waybill knows about a request. The gate creates it. */
export interface RequestContext {
  readonly requestId: string;
  /** Where it comes from. */
  readonly client: Client;
  /** Its arrival by the wall clock, and by the monotonic clock for durations. */
  readonly receivedAt: number;
  readonly begunMs: number;
  /** The raw body, once it was read. */
  body?: Uint8Array;
  /** Whether it is already counted and logged. */
  isRecorded?: true;
  /** Whether its response is a stream. */
  isStream?: true;
  /** The fault that a rule of the account gives it. */
  fault?: string;
  /** Whether its connection may be silent without limit. */
  idleTimeoutIsOff?: boolean;
  /** Who holds the thread while it is worked on; undefined before its route is known. */
  holder?: Holder;
  /** The route that the gate admitted it for. */
  route?: RouteEntry | undefined;
  /** The response to an earlier equal request with the same Idempotency-Key. */
  earlierResponse?: unknown;
  /** Counts the response where its bytes are limited. */
  responseMeter?: ResponseMeter | undefined;
  /** Whom its valid credentials identify, whatever else is wrong. Null for public operations. */
  principal: Identified | null;
}

/** Counts a response against the limits of its principal. */
export interface ResponseMeter {
  /** Counts bytes; for a stream, once per piece. */
  count(bytes: number): void;
  /**
   * Counts bytes of a file of which an account reads one after the other, such as an export: it never blocks the
   * account.
   */
  countFile(bytes: number): void;
  /** The response is complete. */
  end(): void;
  /** Milliseconds until more of a stream may be sent. */
  waitMs(): number;
}

const contexts = new WeakMap<Request, RequestContext>();

export function setContext(request: Request, context: RequestContext): void {
  contexts.set(request, context);
}

export function contextOf(request: Request): RequestContext | undefined {
  return contexts.get(request);
}

const players = new WeakMap<Request, Played>();

/** Says that Waybill itself makes the request: it needs no credentials, counts against no limit, and no log has it. */
export function playAs(request: Request, principal: Played): void {
  players.set(request, principal);
}

/** As whom Waybill itself makes the request; undefined for one from outside. */
export function playedBy(request: Request): Played | undefined {
  return players.get(request);
}

function required<T>(value: T | null | undefined): T {
  if (value == null) throw new Error("the gate let a request pass without what its route needs");
  return value;
}

/** Whose resources the request may touch, in which environment; null for an operation that has no environment. */
export function callerOf(request: Request): Caller | null {
  const principal = contextOf(request)?.principal;
  return principal && isCaller(principal) ? principal : null;
}

function sessionOf(request: Request): SessionPrincipal | null {
  const principal = contextOf(request)?.principal;
  return principal?.kind === "session" ? principal : null;
}

/** The carrier whose token the request has. */
export function carrierOf(request: Request): CarrierPrincipal | null {
  const principal = contextOf(request)?.principal;
  return principal?.kind === "carrier" ? principal : null;
}

/** The driver whose device or token the request has. */
export function driverOf(request: Request): DriverPrincipal | null {
  const principal = contextOf(request)?.principal;
  return principal?.kind === "driver" ? principal : null;
}

/** Gives the routes after it `caller`: whose resources they may touch. */
export const withCaller = new Elysia({ name: "caller" }).resolve({ as: "scoped" }, ({ request }) => ({
  caller: required(callerOf(request)),
}));

/** Gives the routes after it `session`: who is signed in. */
export const withSession = new Elysia({ name: "session" }).resolve({ as: "scoped" }, ({ request }) => ({
  session: required(sessionOf(request)),
}));

/** Gives the routes after it `carrier`: whose jobs they may touch. */
export const withCarrier = new Elysia({ name: "carrier" }).resolve({ as: "scoped" }, ({ request }) => ({
  carrier: required(carrierOf(request)),
}));

/** Gives the routes after it `driver`: whose jobs they may touch. */
export const withDriver = new Elysia({ name: "driver" }).resolve({ as: "scoped" }, ({ request }) => ({
  driver: required(driverOf(request)),
}));

/** Gives the routes after it `caller`: the operator in the environment that the query names. */
export const withOperator = new Elysia({ name: "operator" }).derive(
  { as: "scoped" },
  ({ request, query }): { caller: Caller } => {
    const environment = environments.find((each) => each === query.environment);
    if (environment === undefined) {
      throw new AppError("environment_required", {
        detail: "Add ?environment=sandbox or ?environment=live.",
      });
    }
    return { caller: { ...required(sessionOf(request)), environment } };
  },
);

/** The request that causes a change, for the audit log. */
export function originOf(request: Request): RequestOrigin {
  const { requestId, client } = required(contextOf(request));
  return { requestId, ...client, userAgent: request.headers.get("user-agent") || null };
}

/** Gives the routes after it `origin`, where nobody has to be signed in. */
export const withOrigin = new Elysia({ name: "origin" }).resolve({ as: "scoped" }, ({ request }) => ({
  origin: originOf(request),
}));
