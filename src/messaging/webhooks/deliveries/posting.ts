import type { Deps } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { bytesPerKb, bytesPerMb } from "../../../infra/units.ts";
import { webhookTarget } from "../endpoints/destination.ts";
import { isInbox } from "../inbox/inbox.ts";
import { kept, type Result } from "./verdict.ts";

const limits = {
  timeoutMs: 15_000,
  requestBytesMax: 4 * bytesPerMb,
  answerBytesMax: 16 * bytesPerKb,
} as const;

/** Sends a request to an endpoint. The inbox accepts all: it keeps the request when the attempt is recorded. */
export async function post(
  deps: Deps,
  environment: Environment,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<Result> {
  if (isInbox(url)) return kept;
  return deps.transport.send({
    ...webhookTarget(deps, environment, url),
    ...limits,
    method: "POST",
    headers,
    body: Buffer.from(body),
    longAnswer: "truncate",
    // Receivers know an event that comes twice by its id.
    isRepeatable: true,
  });
}
