import { refuseInactive } from "../access/accounts/deletion/suspension.ts";
import type { Deps } from "../infra/deps.ts";
import { AppError } from "../infra/errors.ts";
import { contextOf, playedBy, type RequestContext, setContext } from "../infra/http/context.ts";
import type { Access } from "../infra/http/operation.ts";
import type { Identified, Played } from "../infra/http/principal.ts";
import { hasAddress, pathOf } from "../infra/http/target.ts";
import { enterTimeOf } from "../infra/own-time.ts";
import { holdThread } from "../infra/waiting/stretches.ts";
import { mediaTypesOf } from "./body.ts";
import { clientOf } from "./client-address.ts";
import { allowOrigin, allowRequest } from "./cors.ts";
import { admit, identify } from "./credentials.ts";
import { meetFault } from "./faults.ts";
import type { Listener } from "./idle-timeout.ts";
import { applyLimits } from "./limits.ts";
import { pageHeaders } from "./page-headers.ts";
import { recordResponse } from "./record.ts";
import type { RouteTable } from "./route-table.ts";
import { refuseUnscoped } from "./scopes.ts";
import { strictTransport } from "./strict-transport.ts";
import { refuseWhileViewing } from "./viewing.ts";

/**
 * The checks that come before a route, in the order of contract §7: address, path, method, credentials, limits, scope.
 * The route checks the rest.
 */

const unknownClient = { address: "unknown", isShared: true };
/** @throws AppError; a Response answers the request without its route. */
type Gate = (request: Request, headers: Record<string, string | number>) => Response | undefined;

export function createGate(deps: Deps, routes: RouteTable, server: () => Listener): Gate {
  return (request, headers) => {
    const requestId = deps.ids.make("req");
    headers["x-request-id"] = requestId;
    headers["x-content-type-options"] = "nosniff";
    headers["cache-control"] = "private, no-cache";
    const strict = strictTransport(deps);
    if (strict !== undefined) headers["strict-transport-security"] = strict;
    headers.vary = "X-API-Key, Authorization, Cookie, Accept-Encoding";
    // An open connection would delay the shutdown.
    if (deps.stopping.aborted) headers.connection = "close";
    allowOrigin(deps.config.corsOrigins, request, headers);
    const { clock } = deps;
    const played = playedBy(request);
    const client = played ? played.origin : clientOf(deps, request, server());
    const context: RequestContext = {
      requestId,
      client: client ?? unknownClient,
      receivedAt: clock.now(),
      begunMs: clock.monotonic(),
      principal: played ?? null,
      ...(played && { isRecorded: true }),
    };
    setContext(request, context);

    if (client === undefined) throw new AppError("client_unknown", { headers: { connection: "close" } });
    if (!hasAddress(request)) throw invalidHost();
    const methods = routes.find(pathOf(request));
    if (!methods) throw new AppError("path_not_found");
    const allow = [...methods.keys(), ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
    if (request.method === "OPTIONS") {
      const patch = methods.get("PATCH");
      if (patch) headers["accept-patch"] = mediaTypesOf(patch.bodyRule).join(", ");
      allowRequest(request, allow, headers);
      recordResponse(deps, request, { status: 204 });
      return new Response(null, { status: 204, headers: { allow } });
    }
    const route = methods.get(request.method === "HEAD" ? "GET" : request.method);
    if (!route) throw new AppError("method_not_allowed", { headers: { allow } });

    context.route = route;
    context.holder = { name: route.operation.operationId };
    holdThread(context.holder);
    if (route.operation.page) Object.assign(headers, pageHeaders);
    const { access } = route.operation;
    if (played) refuseUnplayable(deps, access, played);
    context.principal = played ?? identify(deps, access, request);
    // From here on the caller is known, so refusals count as the caller's and appear in its request log.
    context.principal = admit(deps, access, context.principal, request);
    if (context.principal) enterTime(deps, context.principal);
    applyLimits(deps, request, context, headers);
    refuseWhileViewing(route.operation, context.principal, request);
    refuseUnscoped(deps, access, context.principal, request);
    return meetFault(deps, request, context);
  };
}

/**
 * Waybill itself calls what accounts and their drivers call, as long as the account may.
 * @throws AppError `account_suspended`, `account_closing`; Error for another operation, which is a bug of ours
 */
function refuseUnplayable(deps: Deps, access: Access, played: Played): void {
  const isFitting = played.kind === "driver" ? access.kind === "driver" : access.kind === "platform";
  if (!isFitting) throw new Error(`a request of the kind ${access.kind} cannot come from inside`);
  if (played.accountId !== null) refuseInactive(deps, played.accountId);
}

/** What the request does belongs to the time of the account's sandbox. */
function enterTime(deps: Deps, { accountId, environment }: Identified): void {
  if (environment !== null) enterTimeOf(deps, { accountId, environment });
}

/**
 * Checks a session again once the body has arrived, which may take long: meanwhile it may have ended, or the person's role
 * changed. @throws AppError as the gate
 */
export function readmit(deps: Deps, request: Request): void {
  const context = contextOf(request);
  if (context?.route === undefined || context.principal?.kind !== "session") return;
  const { operation } = context.route;
  const { access } = operation;
  context.principal = admit(deps, access, identify(deps, access, request), request);
  refuseWhileViewing(operation, context.principal, request);
  refuseUnscoped(deps, access, context.principal, request);
}

/** The connection closes: no HTTP client sends a second request after such a one. */
function invalidHost(): AppError {
  const detail =
    "Send one Host header with the server's name or address, and its port if it is not the default.";
  return new AppError("host_invalid", { detail, headers: { connection: "close" } });
}
