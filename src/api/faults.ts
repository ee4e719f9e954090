import { effectOf, type FaultStatus, faultErrors, sparedPath } from "../access/faults/fault.ts";
import { type DrawnFault, drawFault, hasFaults } from "../access/faults/service.ts";
import type { Deps } from "../infra/deps.ts";
import { AppError } from "../infra/errors.ts";
import { contextOf, type RequestContext } from "../infra/http/context.ts";
import { pathOf } from "../infra/http/target.ts";
import { sleepUnless } from "../infra/waiting/timeout.ts";
import { disableIdleTimeout, type Listener, restoreIdleTimeout } from "./idle-timeout.ts";
import { recordResponse } from "./record.ts";

/** Faults of the API itself: what the rules of `access/faults` do to a request and its response. */

const faultHeader = "x-waybill-fault";
const retryAfterSecondsDefault = 1;
/** Logged for a request that had no effect and got no response. */
const noResponseStatus = 503;
/** Lets the first part of a body leave before the connection closes. */
const cutAfterMs = 10;

const faults = new WeakMap<Request, DrawnFault>();

/**
 * Finds the rule that applies to an admitted request. For the gate.
 * @returns a response if the connection closes before the request has an effect
 * @throws AppError for a rule with a `status`
 */
export function meetFault(deps: Deps, request: Request, context: RequestContext): Response | undefined {
  if (!hasFaults(deps)) return undefined;
  const { principal, route } = context;
  const path = pathOf(request);
  if (principal?.kind !== "key" || principal.environment !== "sandbox" || !route) return undefined;
  if (path.startsWith(sparedPath)) return undefined;
  const fault = drawFault(deps, principal.accountId, {
    operation: route.operation.operationId,
    method: request.method,
    path,
    keyId: principal.key.id,
  });
  if (!fault) return undefined;
  faults.set(request, fault);
  const effect = effectOf(fault.rule);
  context.fault = effect;
  if (effect === "status") throw problemOf(fault);
  if (effect !== "hang_up_before") return undefined;
  recordResponse(deps, request, { status: noResponseStatus });
  return new Response(null, { status: noResponseStatus });
}

function problemOf({
  rule: { status, retry_after_seconds = retryAfterSecondsDefault },
}: DrawnFault): AppError {
  return new AppError(faultErrors[status as FaultStatus], {
    detail: "A rule of /api/v1/platform/sandbox/faults made this response. The request had no effect.",
    headers: status === 429 || status === 503 ? { "retry-after": String(retry_after_seconds) } : {},
  });
}

/** Answers a request, with the fault that it met. Without rules of any account it is `answer` alone. */
export function answerWithFaults(
  deps: Deps,
  server: Listener,
  request: Request,
  answer: (request: Request) => Response | Promise<Response>,
): Response | Promise<Response> {
  return hasFaults(deps) ? spoil(deps, server, request, answer(request)) : answer(request);
}

async function spoil(
  deps: Deps,
  server: Listener,
  request: Request,
  answered: Response | Promise<Response>,
): Promise<Response> {
  const response = await answered;
  const fault = faults.get(request);
  if (!fault) return response;
  await fault.save();
  await delay(deps, server, request, fault.rule.delay_ms ?? 0);
  const effect = effectOf(fault.rule);
  response.headers.set(faultHeader, `${effect}; rule=${fault.index}`);
  switch (effect) {
    case "hang_up_before":
    case "hang_up_after":
      await response.body?.cancel();
      return hangUp();
    case "cut":
      return cut(response);
    case "content_type":
      response.headers.set("content-type", fault.rule.content_type ?? "");
      return response;
    case "status":
    case "delay":
      return response;
  }
}

/** Delays a request. The delay ends when the server stops or the caller gives up. */
async function delay(deps: Deps, server: Listener, request: Request, ms: number): Promise<void> {
  if (ms === 0) return;
  const isStream = contextOf(request)?.isStream;
  if (!isStream) disableIdleTimeout(server, request);
  await sleepUnless(ms, AbortSignal.any([deps.stopping, request.signal]));
  if (!isStream) restoreIdleTimeout(server, request);
}

/** A body that fails before its first byte makes Bun close the connection without a response. */
function hangUp(): Response {
  return new Response(new ReadableStream({ start: (controller) => controller.error() }));
}

/** Half of the body, then nothing; of a stream its first part. */
async function cut(response: Response): Promise<Response> {
  const part = await firstPart(response);
  if (part.length === 0) return hangUp();
  let isSent = false;
  const body = new ReadableStream({
    async pull(controller) {
      if (!isSent) {
        isSent = true;
        return controller.enqueue(part);
      }
      await Bun.sleep(cutAfterMs);
      controller.error();
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

async function firstPart(response: Response): Promise<Uint8Array> {
  if (response.headers.get("content-type") !== "text/event-stream") {
    const bytes = new Uint8Array(await response.arrayBuffer());
    return bytes.subarray(0, Math.floor(bytes.length / 2));
  }
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return first?.value ?? new Uint8Array();
}
