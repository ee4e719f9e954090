import { signedHeaders } from "@/messaging/webhooks/signing/signing.ts";
import { parseBody } from "../../answer.ts";
import { callError } from "../../call-error.ts";
import { answerWithinMs } from "../../carrier.ts";
import type { CarrierResponse, CarrierWorld } from "../../kind.ts";
import type { HttpSettings } from "./settings.ts";

/** One signed call to the carrier's server. */

interface SignedCall {
  method: "POST" | "PATCH";
  path: string;
  /** Each repetition of the call repeats it. */
  messageId: string;
  body: unknown;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

/** Sends a call signed as Standard Webhooks 1.0. Every call may be repeated: its id and key stay the same. */
export function send(
  { base_url, signing_secret }: Pick<HttpSettings, "base_url" | "signing_secret">,
  { http, realClock }: CarrierWorld,
  { method, path, messageId, body, headers = {}, timeoutMs = answerWithinMs }: SignedCall,
  signal: AbortSignal,
): Promise<CarrierResponse> {
  const text = JSON.stringify(body);
  return http({
    method,
    url: urlOf(base_url, path),
    headers: {
      ...signedHeaders(messageId, realClock.now(), text, [signing_secret]),
      "user-agent": "Waybill/1",
      accept: "application/json",
      ...headers,
    },
    body: text,
    timeoutMs,
    isRepeatable: true,
    signal,
  });
}

/** The path under the base, whose query stays. */
function urlOf(base: string, path: string): string {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/$/, "") + path;
  return url.href;
}

/** The body of a response with one of these statuses. @throws CarrierCallError `status`, `nonsense` */
export function bodyOf({ status, body }: CarrierResponse, expected: readonly number[]): unknown {
  if (!expected.includes(status)) throw statusError(status);
  return parseBody(body);
}

export function statusError(status: number) {
  return callError("status", `The carrier answered with status ${status}.`, status);
}
