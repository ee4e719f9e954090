import { refuseClosing } from "../access/accounts/deletion/closing.ts";
import { authenticateSession } from "../access/accounts/sessions/sessions.ts";
import { authenticateDevice } from "../access/devices/service.ts";
import { keyPrefixes } from "../access/keys/key.ts";
import { authenticateKey } from "../access/keys/service.ts";
import { authenticateCarrier, authenticateDriver } from "../access/tokens/authentication.ts";
import { tokenKinds, tokenPrefix } from "../access/tokens/token.ts";
import type { Deps } from "../infra/deps.ts";
import { type Environment, environments } from "../infra/environment.ts";
import { AppError } from "../infra/errors.ts";
import { originOf } from "../infra/http/context.ts";
import { readCookie } from "../infra/http/cookie.ts";
import type { Access } from "../infra/http/operation.ts";
import type { DriverPrincipal, Identified, SessionPrincipal } from "../infra/http/principal.ts";
import { queryOf } from "../infra/http/target.ts";

/** Who calls, according to the credentials of a request. `scopes.ts` has what the caller may do. */

const safeMethods = ["GET", "HEAD"];

export function isSafe({ method }: Request): boolean {
  return safeMethods.includes(method);
}

/**
 * The owner of the request's credentials; null if the operation is public, or its route reads the token. A key takes precedence over a cookie.
 * @throws AppError as `authenticateKey`, `authenticateSession`, `authenticateCarrier`, `authenticateDriver` and
 * `authenticateDevice`, `ambiguous_credentials`, `api_key_missing`, `token_missing`, `account_closing`
 */
export function identify(deps: Deps, access: Access, request: Request): Identified | null {
  switch (access.kind) {
    case "public":
      return null;
    case "session":
    case "operator":
      return requireSession(deps, request, access);
    case "carrier":
      return { ...authenticateCarrier(deps, readToken(request.headers)), origin: originOf(request) };
    case "driver":
      if (access.tokenInRequest) return null;
      return { ...identifyDriver(deps, request), origin: originOf(request) };
    case "platform": {
      if (access.sessionOnly) return requireOpenSession(deps, request);
      const secret = readKey(request.headers);
      if (secret !== undefined) {
        refuseToken(secret);
        return { ...authenticateKey(deps, secret), origin: originOf(request) };
      }
      if (readCookie(deps, "session", request) === undefined) throw new AppError("api_key_missing");
      return requireOpenSession(deps, request);
    }
  }
}

/** The API key, from either of its headers. @throws AppError `ambiguous_credentials`, `api_key_invalid` */
function readKey(headers: Headers): string | undefined {
  const plain = headers.get("x-api-key") || undefined;
  const authorization = headers.get("authorization") ?? undefined;
  const bearer = authorization && bearerOf(authorization);
  if (authorization !== undefined && bearer === undefined) {
    throw new AppError("api_key_invalid", {
      detail: "Send Authorization: Bearer and the key, or the key as X-API-Key. Other schemes do not work.",
    });
  }
  if (plain !== undefined && bearer !== undefined && plain !== bearer) {
    throw new AppError("ambiguous_credentials", {
      detail: "X-API-Key and Authorization hold different keys. Send only one of them.",
    });
  }
  return plain ?? bearer;
}

const tokenPrefixes = tokenKinds.flatMap((kind) =>
  environments.map((environment) => ({
    prefix: tokenPrefix(kind, environment),
    detail:
      kind === "carrier"
        ? "This is a carrier's token: it works for /api/v1/carrier/* only. Use an API key here."
        : "This is a driver's token: it works for /api/v1/driver/* only. Use an API key here.",
  })),
);
const keyPrefixList = Object.values(keyPrefixes);

/** Says what a token is for, where it stands instead of a key. @throws AppError `api_key_invalid` */
function refuseToken(secret: string): void {
  const token = tokenPrefixes.find(({ prefix }) => secret.startsWith(prefix));
  if (token) throw new AppError("api_key_invalid", { detail: token.detail });
}

/** Says that a key stands where a token belongs. @throws AppError `token_invalid` */
function refuseKey(secret: string): void {
  if (!keyPrefixList.some((prefix) => secret.startsWith(prefix))) return;
  throw new AppError("token_invalid", {
    detail: "This is an API key. Use a token here: a carrier's begins with wbc_, a driver's with wbd_.",
  });
}

/** Why there is no token: it may stand in the header of API keys. @throws AppError `token_invalid` for a key there */
function noToken(headers: Headers, code: "token_missing" | "device_required"): AppError {
  const sent = headers.get("x-api-key");
  if (!sent) return new AppError(code);
  refuseKey(sent);
  return new AppError("token_missing", {
    detail: "Send the token as Authorization: Bearer. The header X-API-Key is for API keys.",
  });
}

/** The driver of a token, or else of the device's cookie. @throws AppError as both */
function identifyDriver(deps: Deps, request: Request): Omit<DriverPrincipal, "origin"> {
  if (request.headers.has("authorization")) return authenticateDriver(deps, readToken(request.headers));
  const cookie = readCookie(deps, "driver", request);
  if (cookie !== undefined) return authenticateDevice(deps, cookie);
  throw noToken(request.headers, "device_required");
}

/** A token in `Authorization`. @throws AppError `token_missing`, `token_invalid` */
function readToken(headers: Headers): string {
  const authorization = headers.get("authorization");
  if (authorization === null) throw noToken(headers, "token_missing");
  const token = bearerOf(authorization);
  if (token === undefined) throw new AppError("token_invalid");
  refuseKey(token);
  return token;
}

function bearerOf(authorization: string): string | undefined {
  return /^bearer +(.*)$/i.exec(authorization)?.[1]?.trim();
}

function requireSession(
  deps: Deps,
  request: Request,
  admission: { evenSuspended?: true; asOneself?: true } = {},
): SessionPrincipal {
  const token = readCookie(deps, "session", request);
  if (token === undefined) throw new AppError("session_required");
  return authenticateSession(deps, token, originOf(request), admission);
}

/** While their account waits for its deletion, people read and export, and nothing new begins. */
function requireOpenSession(deps: Deps, request: Request): SessionPrincipal {
  const session = requireSession(deps, request);
  if (!isSafe(request)) refuseClosing(deps, session.accountId);
  return session;
}

/**
 * Checks a cookie further: it must come from our own pages. Operations of the operator need the operator, and a session
 * must name the environment. A key or token needs none of this, but a token for positions opens nothing else.
 * @throws AppError `cross_origin_refused`, `operator_required`, `environment_required`, `positions_only`
 */
export function admit(
  deps: Deps,
  access: Access,
  principal: Identified | null,
  request: Request,
): Identified | null {
  switch (principal?.kind) {
    case undefined:
      if (!(access.kind === "public" && access.evenForeignPages)) refuseForeignPage(deps, request, true);
      return null;
    case "key":
    case "sandbox":
    case "schedule":
    case "carrier":
      return principal;
    case "driver":
      if (principal.by.kind === "device") refuseForeignPage(deps, request, false);
      if (principal.sendsPositionsOnly && !(access.kind === "driver" && access.evenPositionsOnly)) {
        throw new AppError("positions_only");
      }
      return principal;
    case "session":
      refuseForeignPage(deps, request, false);
      if (access.kind === "operator" && !principal.isOperator) throw new AppError("operator_required");
      return access.kind === "platform" ? { ...principal, environment: environmentOf(request) } : principal;
  }
}

function environmentOf(request: Request): Environment {
  const inHeader = request.headers.get("x-environment");
  const inQuery = new URLSearchParams(queryOf(request)).get("environment");
  const named = inHeader ?? (isSafe(request) ? inQuery : null);
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

/**
 * Another site can make a browser send our cookies, so a request that changes state must show that it comes from our
 * own pages. Callers other than browsers send neither header; that is allowed if no session counts.
 */
function refuseForeignPage(deps: Deps, request: Request, allowsNoOrigin: boolean): void {
  if (isSafe(request)) return;
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site === "same-origin" || (origin !== null && origin === deps.publicUrl())) return;
  if (allowsNoOrigin && site === null && origin === null) return;
  throw new AppError("cross_origin_refused", {
    detail:
      "Programs use an API key. Browsers must open the address that the operator set as WAYBILL_PUBLIC_URL.",
  });
}
