import type { Deps } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Wording } from "../../../infra/net/failure.ts";
import { targetProblems } from "../../../infra/net/target-url.ts";
import type { Target } from "../../../infra/net/transport.ts";
import { inboxUrl, isInbox } from "../inbox/inbox.ts";

const wording: Wording = {
  server: "The receiver",
  target: {
    ...targetProblems,
    not_a_url: "This is not a complete URL, such as https://example.com/webhooks.",
    https_required: "The URL must begin with https://; plain http is accepted in the sandbox only.",
    address: "The destination is not allowed: webhooks go to public addresses.",
  },
};

/** A URL as webhooks of the environment may be sent there. */
export function webhookTarget({ config }: Deps, environment: Environment, url: string): Target {
  return { url, allow: config.webhookAllowCidrs, httpAllowed: environment === "sandbox", wording };
}

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
  if (isInbox(url)) return url;
  const judged = await deps.transport.judge(webhookTarget(deps, environment, url));
  if (judged.allowed) return judged.url.href;
  deps.log.info({ detail: judged.detail }, "Webhook destination refused");
  const cure = environment === "sandbox" ? ` To receive webhooks without a server, use ${inboxUrl}.` : "";
  throw destinationError(judged.message + cure, pointer);
}

/** `pointer` is where the body names the destination, if it does. */
function destinationError(detail: string, pointer: string | undefined): AppError {
  const field = { code: "destination_not_allowed", detail: "is not an allowed webhook destination" };
  return new AppError("destination_not_allowed", {
    detail,
    ...(pointer === undefined ? {} : { errors: [{ pointer, ...field }] }),
  });
}
