import { Elysia } from "elysia";
import type { Caller, SignedIn } from "../accounts/caller.ts";
import type { RouteEntry } from "./route-table.ts";

/** What is known of a request; the gate begins it. */
export interface RequestContext {
  readonly requestId: string;
  /** The client's address, as far as it can be believed. */
  readonly address: string;
  route?: RouteEntry;
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

/** Gives the routes after it `address`, of routes that nobody has to sign in for. */
export const withAddress = new Elysia({ name: "address" }).resolve({ as: "scoped" }, ({ request }) => ({
  address: required(contextOf(request)).address,
}));
