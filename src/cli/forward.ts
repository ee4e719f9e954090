import { systemClock } from "../infra/clock.ts";
import { sign } from "../infra/ids.ts";
import { callWithTimeout, isTimeout } from "../infra/waiting/timeout.ts";
import { signedHeaders } from "../messaging/webhooks/signing/signing.ts";
import { reasonOf } from "./api.ts";
import { colored } from "./terminal.ts";

/** As long as webhooks wait. */
const timeoutMs = 15_000;

export interface Forwarded {
  /** Null when there was no answer. */
  status: number | null;
  durationMs: number;
  error: string | null;
}

/** Derived from the key, so a receiver needs it once. It does not reveal the key. */
export function forwardingSecret(apiKey: string): string {
  return `whsec_${sign(Buffer.from(apiKey), "waybill listen").toString("base64")}`;
}

/** Sends an event once, like a webhook. */
export async function forward(
  target: string,
  secret: string,
  event: { id: string; body: string },
  signal?: AbortSignal,
): Promise<Forwarded> {
  const begun = systemClock.monotonic();
  const spent = () => Math.round(systemClock.monotonic() - begun);
  const post = (within: AbortSignal) =>
    fetch(target, {
      method: "POST",
      headers: signedHeaders(event.id, systemClock.now(), event.body, [secret]),
      body: event.body,
      redirect: "manual",
      signal: within,
    });
  try {
    const response = await callWithTimeout(timeoutMs, post, signal);
    const durationMs = spent();
    await response.body?.cancel();
    return { status: response.status, durationMs, error: null };
  } catch (error) {
    const why = isTimeout(error) ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error);
    return { status: null, durationMs: spent(), error: why };
  }
}

/** `200 in 12 ms`, or the failure. */
export function resultText({ status, durationMs, error }: Forwarded): string {
  if (status === null) return colored("red", `failed: ${error}`);
  const color = status >= 200 && status < 300 ? "green" : "red";
  return `${colored(color, String(status))} in ${durationMs} ms`;
}
