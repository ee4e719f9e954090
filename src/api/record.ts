import type { Scope } from "../access/model.ts";
import { loggedPath } from "../access/request-log/masking.ts";
import { recordRequest } from "../access/request-log/recording.ts";
import type { LoggedCaller } from "../access/request-log/request.ts";
import { countRequest } from "../access/usage/counting.ts";
import type { Deps } from "../infra/deps.ts";
import { callerOf, carrierOf, contextOf, driverOf } from "../infra/http/context.ts";
import type { Access } from "../infra/http/operation.ts";
import { isViewing, keyOf } from "../infra/http/principal.ts";
import { targetOf } from "../infra/http/target.ts";

/** What carriers report has recipients' names, as shipments have. */
const carrierScope: Scope = "shipments:read";

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
 * in the caller's usage and request log; what an account's own carrier sends is in the account's request log.
 */
export function recordResponse(deps: Deps, request: Request, answered: Outcome): void {
  const context = contextOf(request);
  // Elysia calls this again with the problem as the answer if the route threw it.
  if (context === undefined || context.isRecorded) return;
  context.isRecorded = true;
  const { status, code, body, bytes = 0 } = answered;
  context.responseMeter?.count(body === undefined ? bytes : Buffer.byteLength(body));
  context.responseMeter?.end();
  const { requestId, client, receivedAt, begunMs, principal } = context;
  // What the operator looks at is no use of the account.
  const caller = principal?.kind === "session" && isViewing(principal) ? null : callerOf(request);
  const { operationId: route, access } = context.route?.operation ?? {};
  const durationMs = deps.clock.monotonic() - begunMs;
  deps.meter?.request(route, status, durationMs);
  if (!context.isStream) logResponse(deps, request, answered);
  const logged = caller ?? ownCarrierOf(request);
  if (logged === null || route === undefined) return;
  const { fault } = context;
  if (caller) {
    countRequest(deps, caller, { route, status, code: fault === undefined ? code : undefined, durationMs });
  }
  recordRequest(deps, {
    id: requestId,
    caller: logged,
    method: request.method,
    path: targetOf(request),
    route,
    scope: scopeOf(access),
    address: client.address,
    receivedAt,
    durationMs,
    status,
    code,
    fault,
    ...(!context.route?.operation.hidesBodies && { requestBody: context.body, responseBody: body }),
  });
}

/** The scope that a key needs to see the bodies. */
function scopeOf(access: Access | undefined): string | undefined {
  if (access?.kind === "platform") return access.scope;
  return access?.kind === "carrier" ? carrierScope : undefined;
}

function ownCarrierOf(request: Request): LoggedCaller | null {
  const carrier = carrierOf(request);
  if (carrier === null || carrier.accountId === null) return null;
  return { ...carrier, accountId: carrier.accountId };
}

/** Writes a line to the process's log; for a stream, at its end. */
export function logResponse(deps: Deps, request: Request, { status, code }: Outcome): void {
  const context = contextOf(request);
  if (context === undefined) return;
  const caller = callerOf(request);
  const carrier = carrierOf(request);
  const driver = driverOf(request);
  const { requestId, route, client, begunMs } = context;
  const fields = {
    request_id: requestId,
    method: request.method,
    path: loggedPath(targetOf(request)),
    route: route?.operation.operationId,
    status,
    code,
    duration_ms: Math.round((deps.clock.monotonic() - begunMs) * 100) / 100,
    environment: (caller ?? carrier ?? driver)?.environment,
    key_id: caller ? keyOf(caller)?.id : undefined,
    token_id: carrier?.token.id ?? (driver?.by.kind === "token" ? driver.by.token.id : undefined),
    driver_id: driver?.driverId,
    device_id: driver?.by.kind === "device" ? driver.by.id : undefined,
    address: client.address,
  };
  deps.log.line(fields, "answered");
}
