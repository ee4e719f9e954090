import { authenticateSession } from "../access/accounts/service.ts";
import { authenticateKey } from "../access/keys/service.ts";
import { beginSessionRequest } from "../access/limits/sessions.ts";
import { spendRequest } from "../access/limits/spending.ts";
import type { Deps } from "../infra/deps.ts";
import { type Environment, environments } from "../infra/environment.ts";
import { AppError } from "../infra/errors.ts";
import { originOf, type RequestContext, setContext } from "../infra/http/context.ts";
import { readSessionToken } from "../infra/http/cookie.ts";
import type { Access } from "../infra/http/operation.ts";
import type { Caller, SignedIn } from "../infra/http/principal.ts";
import { hasAddress, pathOf, queryOf } from "../infra/http/target.ts";
import { bodyTypesOf } from "./body.ts";
import { clientOf } from "./client-address.ts";
import { allowOrigin, allowRequest } from "./cors.ts";
import { deprecationHeaders } from "./deprecation.ts";
import { recordAnswer } from "./record.ts";
import type { RouteTable } from "./route-table.ts";
import type { Listener } from "./silence.ts";

/**
 * The checks that come before a route, in the order of contract §7: the address, the path, the method, the credentials,
 * the limits of their account, what they allow. Everything else is the route's.
 */

/** For a year, and for this host alone: others of the domain may be somebody else's. */
const httpsOnly = "max-age=31536000";
/** Of a page and of what it loads: no device of the reader's is asked for, and no other site takes it in. */
const pageHeaders = {
  "permissions-policy": [
    ...["accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer"],
    ...["microphone", "midi", "payment", "serial", "usb"],
  ]
    .map((feature) => `${feature}=()`)
    .join(", "),
  "cross-origin-resource-policy": "same-origin",
};
const safeMethods = ["GET", "HEAD"];

/** @throws AppError; a Response answers the request without its route. */
export type Gate = (request: Request, headers: Record<string, string | number>) => Response | undefined;

export function createGate(deps: Deps, routes: RouteTable, server: () => Listener): Gate {
  return (request, headers) => {
    const requestId = deps.ids.make("req");
    headers["x-request-id"] = requestId;
    headers["x-content-type-options"] = "nosniff";
    headers["cache-control"] = "private, no-cache";
    if (deps.publicUrl().startsWith("https:")) headers["strict-transport-security"] = httpsOnly;
    headers.vary = "X-API-Key, Authorization, Cookie, Accept-Encoding";
    // Whoever keeps its connection open would keep the server from stopping.
    if (deps.stopping.aborted) headers.connection = "close";
    allowOrigin(deps.config.corsOrigins, request, headers);
    const { clock } = deps;
    const context: RequestContext = {
      requestId,
      client: clientOf(deps, request, server()),
      receivedAt: clock.now(),
      begunMs: clock.monotonic(),
    };
    setContext(request, context);

    if (!hasAddress(request)) throw invalidHost();
    const methods = routes.find(pathOf(request));
    if (!methods) throw new AppError("path_not_found");
    const allow = [...methods.keys(), ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
    if (request.method === "OPTIONS") {
      if (methods.has("PATCH")) headers["accept-patch"] = bodyTypesOf("PATCH").join(", ");
      allowRequest(request, allow, headers);
      recordAnswer(deps, request, { status: 204 });
      return new Response(null, { status: 204, headers: { allow } });
    }
    const route = methods.get(request.method === "HEAD" ? "GET" : request.method);
    if (!route) throw new AppError("method_not_allowed", { headers: { allow } });

    context.route = route;
    if (route.operation.page) Object.assign(headers, pageHeaders);
    if (route.deprecation) Object.assign(headers, deprecationHeaders(route.deprecation));
    const { access } = route.operation;
    // From here on what is refused is refused in the caller's name: it is counted, and in its log.
    Object.assign(context, admit(deps, access, request, context));
    const { caller } = context;
    applyLimits(deps, request, context, headers);
    if (caller && access.kind === "platform") refuseUnscoped(access, caller, request);
    return undefined;
  };
}

/** Whoever sends one is no client that goes on with another request. */
function invalidHost(): AppError {
  const detail =
    "Send one Host header with the server's name or address, and its port if it is not the default.";
  return new AppError("host_invalid", { detail, headers: { connection: "close" } });
}

function admit(
  deps: Deps,
  access: Access,
  request: Request,
  context: RequestContext,
): Pick<RequestContext, "caller" | "session"> {
  switch (access.kind) {
    case "public":
      refuseForeignPage(deps, request, true);
      return {};
    case "session":
      return { session: requireSession(deps, request, context, access.evenSuspended) };
    case "operator":
      return { session: requireOperator(deps, request, context) };
    case "platform":
      return { caller: requireCaller(deps, request, context) };
  }
}

/** A key beats a cookie. */
function requireCaller(deps: Deps, request: Request, context: RequestContext): Caller {
  const secret = readKey(request.headers);
  if (secret === undefined) return callerOfSession(deps, request, context);
  const caller = { ...authenticateKey(deps, secret), origin: originOf(request) };
  context.isKnown = true;
  return caller;
}

/** Those of the tier for keys, those of a person for sessions. @throws AppError `rate_limited`, `quota_exceeded` */
function applyLimits(
  deps: Deps,
  { method }: Request,
  context: RequestContext,
  headers: Record<string, string | number>,
): void {
  const { caller, session, receivedAt, route } = context;
  if (caller?.via.kind === "key") {
    const { headers: told, refusal } = spendRequest(deps, caller, receivedAt);
    Object.assign(headers, told);
    if (refusal) throw refusal;
  }
  const person = caller?.via.kind === "session" ? { ...caller, sessionId: caller.via.id } : session;
  if (person === undefined) return;
  const waits = route?.operation.isSlow === true && safeMethods.includes(method);
  context.answerMeter = beginSessionRequest(deps, person, receivedAt, waits);
}

function refuseUnscoped(
  { scope, sandboxOnly }: Extract<Access, { kind: "platform" }>,
  { via, environment }: Caller,
  request: Request,
): void {
  if (via.kind === "key") refuseNamedEnvironment(request);
  if (scope !== undefined && via.kind === "key" && !via.scopes.includes(scope)) {
    throw new AppError("scope_missing", { detail: `Use a key with the scope ${scope}.` });
  }
  if (sandboxOnly && environment !== "sandbox") {
    throw new AppError("sandbox_only", { detail: "Use a sandbox key." });
  }
}

function refuseNamedEnvironment(request: Request): void {
  if (request.headers.has("x-environment") || new URLSearchParams(queryOf(request)).has("environment")) {
    throw new AppError("environment_not_allowed", {
      detail: "Remove X-Environment and ?environment. The API key selects the environment.",
    });
  }
}

/** The key that was sent, in either of the two ways. @throws AppError `ambiguous_credentials`, `api_key_invalid` */
function readKey(headers: Headers): string | undefined {
  const plain = headers.get("x-api-key") || undefined;
  const authorization = headers.get("authorization") ?? undefined;
  const bearer = authorization && /^bearer +(.*)$/i.exec(authorization)?.[1]?.trim();
  if (authorization !== undefined && bearer === undefined) throw new AppError("api_key_invalid");
  if (plain !== undefined && bearer !== undefined && plain !== bearer) {
    throw new AppError("ambiguous_credentials", {
      detail: "X-API-Key and Authorization hold different keys. Send only one of them.",
    });
  }
  return plain ?? bearer;
}

function callerOfSession(deps: Deps, request: Request, context: RequestContext): Caller {
  if (readSessionToken(deps, request) === undefined) throw new AppError("api_key_missing");
  const { accountId, sessionId, user, origin } = requireSession(deps, request, context);
  return {
    accountId,
    environment: environmentOf(request),
    via: { kind: "session", id: sessionId, user },
    origin,
  };
}

function environmentOf(request: Request): Environment {
  const inHeader = request.headers.get("x-environment");
  const inQuery = new URLSearchParams(queryOf(request)).get("environment");
  const named = inHeader ?? (safeMethods.includes(request.method) ? inQuery : null);
  const found = environments.find((environment) => environment === named);
  if (!found) {
    throw new AppError("environment_required", {
      detail: "Send the header X-Environment: sandbox or X-Environment: live with a session.",
    });
  }
  if (inQuery !== null && inQuery !== found) {
    throw new AppError("environment_required", {
      detail: "X-Environment and ?environment name different environments. Send only one of them.",
    });
  }
  return found;
}

function requireSession(
  deps: Deps,
  request: Request,
  context: RequestContext,
  evenSuspended = false,
): SignedIn & { token: string } {
  const token = readSessionToken(deps, request);
  if (token === undefined) throw new AppError("session_required");
  const session = authenticateSession(deps, token, originOf(request), evenSuspended);
  context.isKnown = true;
  refuseForeignPage(deps, request, false);
  return { ...session, token };
}

function requireOperator(
  deps: Deps,
  request: Request,
  context: RequestContext,
): SignedIn & { token: string } {
  const session = requireSession(deps, request, context);
  if (!session.isOperator) throw new AppError("operator_required");
  return session;
}

/**
 * Another site's page can make a browser send its cookies: what changes state must show that it comes from
 * our own pages. A caller that is no browser sends neither header, which is fine where no session counts.
 */
function refuseForeignPage(deps: Deps, request: Request, mayBeSilent: boolean): void {
  if (safeMethods.includes(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site === "same-origin" || (origin !== null && origin === deps.publicUrl())) return;
  if (mayBeSilent && site === null && origin === null) return;
  throw new AppError("cross_origin_refused", {
    detail:
      "Programs use an API key. Browsers must open the address that the operator set as WAYBILL_PUBLIC_URL.",
  });
}
