import type { SendResult } from "../../../infra/net/transport.ts";
import { type AttemptError, parseRetryAfter } from "./delivery.ts";

/** An attempt that fails because the endpoint's owner asked for it: it says nothing of the endpoint. */
export const dropped = {
  kind: "error",
  error: "fault",
  message: "Not sent, on purpose: the endpoint's faults drop first attempts.",
  durationMs: 0,
} as const;
export type Result = SendResult | typeof dropped;

/** What an attempt's result means for its delivery and its endpoint. */
export interface Verdict {
  succeeded: boolean;
  /** No further attempt is made. */
  isFinal: boolean;
  /** The endpoint wants nothing any more. What it did not take waits until it is enabled again. */
  disables: boolean;
}

/** 410 Gone ends the endpoint, contract §6; so does `webhook-delivery: disable`, which any answer may carry. */
export function verdictOf(result: Result): Verdict {
  const succeeded = errorOf(result) === null;
  const wishes = linesOf(result, "webhook-delivery")
    .flatMap((line) => line.split(","))
    .map((wish) => wish.trim().toLowerCase());
  const isGone = result.kind === "response" && result.status === 410;
  const disables = isGone || wishes.includes("disable");
  return { succeeded, isFinal: succeeded || wishes.includes("abort-message"), disables };
}

export function healthOf({ succeeded, disables }: Verdict): "success" | "failure" | "gone" {
  if (disables) return "gone";
  return succeeded ? "success" : "failure";
}

/** 2xx is success; a redirect is a failure and is not followed. */
export function errorOf(result: Result): AttemptError | null {
  if (result.kind === "error") return result.error;
  if (result.status >= 200 && result.status < 300) return null;
  return result.status >= 300 && result.status < 400 ? "redirect" : "status";
}

/** The longest wait that the answer asks for, in ms; null where it asks for none. */
export function askedWaitMs(result: Result, now: number): number | null {
  const waits = linesOf(result, "retry-after").map((line) => parseRetryAfter(line, now) ?? -1);
  const longest = Math.max(-1, ...waits);
  return longest < 0 ? null : longest;
}

function linesOf(result: Result, name: string): string[] {
  return result.kind === "response" ? (result.headers[name] ?? []) : [];
}
