import type { Deps } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";

/**
 * Checks the address rules of contract §6. A name that does not resolve now may do so later: it passes here, and is
 * checked again at every attempt. @returns the normalized URL
 * @throws AppError `destination_not_allowed`
 */
export async function checkDestination(
  deps: Deps,
  environment: Environment,
  url: string,
  pointer?: string,
): Promise<string> {
  const allow = deps.config.webhookAllowCidrs;
  const judged = await deps.transport.judge({ url, allow, httpAllowed: environment === "sandbox" });
  if (judged.allowed) return judged.url.href;
  deps.log.info({ detail: judged.detail }, "Webhook destination refused");
  throw destinationError(judged.message, pointer);
}

/** `pointer` is where the body names the destination, if it does. */
function destinationError(detail: string, pointer: string | undefined): AppError {
  const field = { code: "destination_not_allowed", detail: "is not an allowed webhook destination" };
  return new AppError("destination_not_allowed", {
    detail,
    ...(pointer === undefined ? {} : { errors: [{ pointer, ...field }] }),
  });
}
