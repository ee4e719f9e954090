import type { Deps } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Wording } from "../../../infra/net/failure.ts";
import { type TargetProblem, targetFaults, targetProblems } from "../../../infra/net/target-url.ts";
import type { Target } from "../../../infra/net/transport.ts";
import { inboxUrl, isInbox } from "../inbox/inbox.ts";

const wording: Wording = {
  server: "The receiver",
  target: {
    ...targetProblems,
    not_a_url: "This is not a complete URL, such as https://example.com/webhooks.",
    https_required:
      "The URL must begin with https://; plain http is accepted in the sandbox, and for addresses that the operator allows with WAYBILL_WEBHOOK_ALLOW_CIDRS.",
    userinfo:
      "The URL must not contain a user name or password: logs and pages show URLs. Send them as `headers` of the endpoint, such as authorization.",
  },
};

/** A URL as webhooks of the environment may be sent there. */
export function webhookTarget({ config }: Deps, environment: Environment, url: string): Target {
  const httpAllowed = environment === "sandbox" || "to_allowed";
  return { url, allow: config.webhookAllowCidrs, httpAllowed, wording };
}

/** In live only a server for tests has it, where what is live is a rehearsal. */
export function hasInbox({ config }: Deps, environment: Environment): boolean {
  return environment === "sandbox" || config.ephemeral;
}

/**
 * Checks the address rules of contract §6. A name that does not resolve now may do so later: it passes here, unless
 * plain http goes to allowed addresses only, and is checked again at every attempt. @returns the normalized URL
 * @throws AppError `destination_not_allowed`
 */
export async function checkDestination(
  deps: Deps,
  environment: Environment,
  url: string,
  pointer?: string,
): Promise<string> {
  if (isInbox(url)) return url;
  const target = webhookTarget(deps, environment, url);
  const judged = await deps.transport.judge(target);
  if (judged.allowed) {
    // Without an address nobody knows whether the operator allows it.
    const isUnknown = judged.url.protocol === "http:" && judged.addresses.length === 0;
    if (target.httpAllowed === true || !isUnknown) return judged.url.href;
    throw destinationError("https_required", wording.target.https_required, pointer);
  }
  deps.log.info({ detail: judged.detail }, "Webhook destination refused");
  const cure = hasInbox(deps, environment) ? ` To receive webhooks without a server, use ${inboxUrl}.` : "";
  throw destinationError(judged.reason, judged.message + cure, pointer);
}

/** `pointer` is where the body names the destination, if it does. */
function destinationError(reason: TargetProblem, detail: string, pointer: string | undefined): AppError {
  const field = { code: "destination_not_allowed", detail: targetFaults[reason] };
  return new AppError("destination_not_allowed", {
    detail,
    ...(pointer === undefined ? {} : { errors: [{ pointer, ...field }] }),
  });
}
