import { authenticateDriver } from "../access/tokens/authentication.ts";
import type { Deps } from "../infra/deps.ts";
import { AppError } from "../infra/errors.ts";
import { contextOf, originOf } from "../infra/http/context.ts";
import type { DriverPrincipal } from "../infra/http/principal.ts";
import { applyLimits } from "./limits.ts";

/**
 * Admits a request whose token stands in its query or body, because the app that sends it has no place for headers. Its
 * route calls this first, in place of the gate. Others may log addresses, so only a token counts there that sends
 * positions and may do nothing else.
 * @throws AppError `token_missing`, `token_invalid`, `token_expired`, `token_revoked`, `account_suspended`, `rate_limited`
 */
export function admitByToken(deps: Deps, request: Request, token: string | undefined): DriverPrincipal {
  if (token === undefined) {
    throw new AppError("token_missing", {
      detail: "Send the token as id, where the app has its device's name.",
    });
  }
  const driver: DriverPrincipal = { ...authenticateDriver(deps, token), origin: originOf(request) };
  if (!driver.sendsPositionsOnly) {
    throw new AppError("token_invalid", {
      detail:
        "Apps for positions need a token of the kind positions, which starts with wbp_. Create one for the driver.",
    });
  }
  const context = contextOf(request);
  if (context) {
    context.principal = driver;
    applyLimits(deps, request, context, {});
  }
  return driver;
}
