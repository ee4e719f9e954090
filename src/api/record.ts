import { loggedPath } from "../access/request-log/masking.ts";
import { recordRequest } from "../access/request-log/recording.ts";
import { countRequest } from "../access/usage/counting.ts";
import type { Deps } from "../infra/deps.ts";
import { callerOf, contextOf } from "../infra/http/context.ts";
import { keyOf } from "../infra/http/principal.ts";
import { targetOf } from "../infra/http/target.ts";

/** How a request was answered. */
interface Answered {
  status: number;
  /** Of a problem. */
  code?: string | undefined;
  /** What is text. */
  body?: string | undefined;
  /** Of a body that is no text. */
  bytes?: number | undefined;
}

/**
 * Tells the metrics and the process's log of a request when its answer is made, once. That of a caller who is known
 * is counted and logged in the caller's name too.
 */
export function recordAnswer(deps: Deps, request: Request, answered: Answered): void {
  const context = contextOf(request);
  // Elysia hands on a problem as the route's own answer, where it was one of the route's.
  if (context === undefined || context.isRecorded) return;
  context.isRecorded = true;
  const { status, code, body, bytes = 0 } = answered;
  context.answerMeter?.count(body === undefined ? bytes : Buffer.byteLength(body));
  context.answerMeter?.end();
  const caller = callerOf(request);
  const { requestId, client, receivedAt, begunMs } = context;
  const { operationId: route, access } = context.route?.operation ?? {};
  const durationMs = deps.clock.monotonic() - begunMs;
  deps.meter?.request(route, status, durationMs);
  if (!context.isStream) logAnswer(deps, request, answered);
  if (caller === null || route === undefined) return;
  countRequest(deps, caller, { route, status, durationMs });
  recordRequest(deps, {
    id: requestId,
    caller,
    method: request.method,
    path: targetOf(request),
    route,
    scope: access?.kind === "platform" ? access.scope : undefined,
    address: client.address,
    receivedAt,
    durationMs,
    status,
    code,
    requestBody: context.body,
    responseBody: body,
  });
}

/** A line in the process's log. Of a stream it is written at its end. */
export function logAnswer(deps: Deps, request: Request, { status, code }: Answered): void {
  const context = contextOf(request);
  if (context === undefined) return;
  const caller = callerOf(request);
  const { requestId, route, client, begunMs } = context;
  const fields = {
    request_id: requestId,
    method: request.method,
    path: loggedPath(targetOf(request)),
    route: route?.operation.operationId,
    status,
    code,
    duration_ms: Math.round((deps.clock.monotonic() - begunMs) * 100) / 100,
    environment: caller?.environment,
    key_id: caller ? keyOf(caller)?.id : undefined,
    address: client.address,
  };
  deps.log.line(fields, "answered");
}
