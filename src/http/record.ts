import type { Deps } from "../deps.ts";
import { recordRequest } from "../requests/recording.ts";
import { contextOf } from "./context.ts";

/** How a request was answered. */
export interface Answered {
  status: number;
  /** Of a problem. */
  code?: string | undefined;
  /** What is text. */
  body?: string | undefined;
}

/** Where the path begins in any URL: behind `https://` and the host there is no other slash before it. */
const hostAt = 8;

/** Counts and logs a request of a caller who is known, when its answer is made; once for each request. */
export function recordAnswer(deps: Deps, request: Request, { status, code, body }: Answered): void {
  const context = contextOf(request);
  if (context?.caller === undefined || context.route === undefined || context.isRecorded) return;
  // Elysia hands on a problem as the route's own answer, where it was one of the route's.
  context.isRecorded = true;
  recordRequest(deps, {
    id: context.requestId,
    caller: context.caller,
    method: request.method,
    path: request.url.slice(request.url.indexOf("/", hostAt)),
    route: context.route.operation.operationId,
    address: context.address,
    receivedAt: context.receivedAt,
    durationMs: deps.clock.monotonic() - context.begunMs,
    status,
    code,
    requestBody: context.body,
    responseBody: body,
  });
}
