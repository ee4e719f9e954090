import type { Deps } from "../infra/deps.ts";
import { AppError } from "../infra/errors.ts";
import { contextOf } from "../infra/http/context.ts";

/**
 * Refuses to run another route than the one that the gate admitted: credentials, scope and limits were checked for that
 * one only. `chosen` is the path of Elysia's route. Call it before anything of the route runs.
 * @throws AppError `internal`
 */
export function requireAdmittedRoute(deps: Deps, request: Request, chosen: string): void {
  if (chosen !== contextOf(request)?.route?.path) throw otherRouteError(deps, request, chosen);
}

/** Gate and router disagree on the route of a request. That is a bug of ours, so the log names both routes. */
export function otherRouteError(deps: Deps, request: Request, chosen: string | undefined): AppError {
  const context = contextOf(request);
  const fields = {
    request_id: context?.requestId,
    method: request.method,
    admitted: context?.route?.path,
    chosen,
  };
  deps.log.error(fields, "Router and gate disagree on the route; nothing was run");
  // The request must not be logged under the admitted route, which did not run.
  if (context) context.route = undefined;
  return new AppError("internal");
}
