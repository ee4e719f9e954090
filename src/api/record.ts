import { loggedPath } from "../access/request-log/masking.ts";
import { recordRequest } from "../access/request-log/recording.ts";
import { countRequest } from "../access/usage/counting.ts";
import type { Deps } from "../infra/deps.ts";
import { callerOf, carrierOf, contextOf } from "../infra/http/context.ts";
import { keyOf } from "../infra/http/principal.ts";
import { targetOf } from "../infra/http/target.ts";

/** How a request ended. */
interface Outcome {
  status: number;
  /** The code of a problem. */
  code?: string | undefined;
  /** A body that is text. */
  body?: string | undefined;
  /** Size of any other body. */
  bytes?: number | undefined;
}

/**
 * Records a request once, when its answer is made, in the metrics and the process's log. If the caller is known, also
 * in the caller's usage and request log.
 */
export function recordResponse(deps: Deps, request: Request, answered: Outcome): void {
  const context = contextOf(request);
  // Elysia calls this again with the problem as the answer if the route threw it.
  if (context === undefined || context.isRecorded) return;
  context.isRecorded = true;
  const { status, code, body, bytes = 0 } = answered;
  context.responseMeter?.count(body === undefined ? bytes : Buffer.byteLength(body));
  context.responseMeter?.end();
  const caller = callerOf(request);
  const { requestId, client, receivedAt, begunMs } = context;
  const { operationId: route, access } = context.route?.operation ?? {};
  const durationMs = deps.clock.monotonic() - begunMs;
  deps.meter?.request(route, status, durationMs);
  if (!context.isStream) logResponse(deps, request, answered);
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

/** Writes a line to the process's log; for a stream, at its end. */
export function logResponse(deps: Deps, request: Request, { status, code }: Outcome): void {
  const context = contextOf(request);
  if (context === undefined) return;
  const caller = callerOf(request);
  const carrier = carrierOf(request);
  const { requestId, route, client, begunMs } = context;
  const fields = {
    request_id: requestId,
    method: request.method,
    path: loggedPath(targetOf(request)),
    route: route?.operation.operationId,
    status,
    code,
    duration_ms: Math.round((deps.clock.monotonic() - begunMs) * 100) / 100,
    environment: (caller ?? carrier)?.environment,
    key_id: caller ? keyOf(caller)?.id : undefined,
    token_id: carrier?.token.id,
    address: client.address,
  };
  deps.log.line(fields, "answered");
}
