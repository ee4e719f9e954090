import { NotFoundError, ParseError, ValidationError } from "elysia";
import { countFailure } from "../access/limits/attempts.ts";
import { retryAfter } from "../access/limits/limiter.ts";
import type { Deps } from "../infra/deps.ts";
import { AppError, type ErrorCode, isFault, problemDocument } from "../infra/errors.ts";
import { contextOf, type RequestContext } from "../infra/http/context.ts";
import { fieldErrors } from "../infra/http/validation.ts";
import { otherRouteError } from "./admitted-route.ts";
import { missingPage, wantsPage } from "./missing-page.ts";
import { recordResponse } from "./record.ts";

/** The only place where an error becomes an answer: RFC 9457, contract §7. */
export function toProblem(deps: Deps, error: unknown, request: Request): Response {
  const context = contextOf(request);
  const found =
    error instanceof NotFoundError ? otherRouteError(deps, request, undefined) : toAppError(error);
  const appError = context ? throttleUnauthenticated(deps, context, found) : found;
  const requestId = context?.requestId;
  if (appError.status >= 500 && isFault(appError)) {
    deps.log.error({ err: appError.options.cause ?? error, request_id: requestId }, "Request failed");
  }
  const { code, status, options } = appError;
  const body = JSON.stringify(problemDocument(code, options, { publicUrl: deps.publicUrl(), requestId }));
  recordResponse(deps, request, { status, code, body });
  if (code === "path_not_found" && wantsPage(request)) return missingPage();
  return new Response(body, {
    status,
    headers: {
      "content-type": "application/problem+json",
      ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
      ...(status === 503 ? { "retry-after": "5" } : {}),
      ...options.headers,
    },
  });
}

/** Pages get these in ordinary use, after a session ended or an account was suspended. They do not count. */
const ordinary: readonly ErrorCode[] = ["session_required", "api_key_missing", "account_suspended"];

/**
 * Counts refused requests without valid credentials, by network. A network with too many gets
 * `authentication_throttled` instead of the refusal. This happens after the credentials were checked, so it never
 * delays a valid key, session, sign-in or tracking link. Pages are not counted.
 */
function throttleUnauthenticated(deps: Deps, context: RequestContext, refusal: AppError): AppError {
  const { route, principal, client, receivedAt } = context;
  const { status, code, options } = refusal;
  const isRefused = status >= 400 && status < 500 && status !== 429 && !ordinary.includes(code);
  if (!isRefused || principal !== null || route === undefined || route.operation.page) return refusal;
  const wait = countFailure(deps, client, receivedAt);
  if (wait === 0) return refusal;
  return new AppError("authentication_throttled", { headers: { ...options.headers, ...retryAfter(wait) } });
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ValidationError) return toValidationProblem(error);
  // Elysia wraps errors that a parser throws.
  if (error instanceof Error && error.cause instanceof AppError) return error.cause;
  if (error instanceof ParseError) {
    return new AppError("body_unparsable", { detail: "The body arrived incomplete. Send it again." });
  }
  return new AppError("internal", { cause: error });
}

function toValidationProblem(error: ValidationError): AppError {
  return error.type === "body"
    ? new AppError("validation_failed", { errors: fieldErrors(error, "pointer") })
    : new AppError("query_invalid", { errors: fieldErrors(error, "parameter") });
}
