import type { SendResult } from "../../../infra/net/transport.ts";
import { type AttemptError, parseRetryAfter } from "./delivery.ts";

/** Fault injection failed this attempt. It says nothing about the endpoint's health. */
export const dropped = {
  kind: "error",
  error: "fault",
  message: "Not sent: the endpoint's fault injection drops first attempts.",
  durationMs: 0,
} as const;

/** The inbox kept it. */
export const kept: SendResult = {
  kind: "response",
  status: 200,
  headers: {},
  body: "",
  bytes: new Uint8Array(),
  truncated: false,
  durationMs: 0,
};
export type Result = SendResult | typeof dropped;

/** What an attempt's result means for its delivery and its endpoint. */
export interface Verdict {
  succeeded: boolean;
  /** No further attempt is made. */
  isFinal: boolean;
  /** The endpoint is disabled. Its deliveries wait until it is enabled again. */
  disables: boolean;
}

/** 410 Gone disables the endpoint, contract §6, and so does `webhook-delivery: disable` on any response. */
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

/** 2xx is success. A redirect is a failure and is not followed. */
export function errorOf(result: Result): AttemptError | null {
  if (result.kind === "error") return result.error;
  if (result.status >= 200 && result.status < 300) return null;
  return result.status >= 300 && result.status < 400 ? "redirect" : "status";
}

/** The longest wait that the response asks for, in ms, or null. */
export function askedWaitMs(result: Result, now: number): number | null {
  const waits = linesOf(result, "retry-after").map((line) => parseRetryAfter(line, now) ?? -1);
  const longest = Math.max(-1, ...waits);
  return longest < 0 ? null : longest;
}

function linesOf(result: Result, name: string): string[] {
  return result.kind === "response" ? (result.headers[name] ?? []) : [];
}
