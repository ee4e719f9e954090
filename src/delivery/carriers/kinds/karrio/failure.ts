import { allFitting, fitting, shownText } from "../../answer.ts";
import { callError } from "../../call-error.ts";
import type { JsonAnswer } from "../../json-call.ts";
import { isKnownReason } from "./offers.ts";
import { WireFailure, WireMessage } from "./wire.ts";

/** Karrio's failures: its own `errors`, and the `messages` of the carriers behind it. */

const shownMax = 300;
const codesMax = 5;

/** Whatever Karrio says of what went wrong; empty where it says nothing. */
export function messagesOf({ body }: Pick<JsonAnswer, "body">): WireMessage[] {
  const failure = fitting(WireFailure, body);
  return [...allFitting(WireMessage, failure?.errors), ...allFitting(WireMessage, failure?.messages)];
}

/** As people read it: Karrio's text, cut. */
export function textOf(messages: readonly WireMessage[]): string {
  const texts = messages.map(({ message, code }) => (typeof message === "string" ? message : (code ?? "")));
  const text = shownText([...new Set(texts)].filter(Boolean).join(" "), shownMax);
  return text === "" ? "It gave no reason." : text;
}

/** Karrio's name for every exception in its own code, also where it cannot reach the carrier. */
const internal = "SHIPPING_SDK_INTERNAL_ERROR";

/** Whether a carrier behind Karrio failed, and not one that refuses. */
export function isCarrierDown(messages: readonly WireMessage[]): boolean {
  return messages.some(({ code }) => code === internal) && !isKnownReason(messages);
}

/** Whether Karrio never got through to the carrier: Python's `urllib` says so of requests that could not be sent. */
export function wasNeverSent(messages: readonly WireMessage[]): boolean {
  return messages.some(
    ({ code, message }) => code === internal && String(message).startsWith("<urlopen error"),
  );
}

/** Only codes stand in the log: Karrio's text may quote an address. */
function codesOf(messages: readonly WireMessage[]): string {
  const codes = messages.flatMap(({ code }) => (/^\w[\w.-]{0,59}$/.test(code ?? "") ? [code] : []));
  return codes.length === 0 ? "" : ` (${[...new Set(codes)].slice(0, codesMax).join(", ")})`;
}

/** The error of an answer that helps nobody. */
export function failureOf({ status }: JsonAnswer, messages: readonly WireMessage[]) {
  if (isCarrierDown(messages)) return callError("unreachable", "Karrio cannot reach the carrier behind it.");
  return callError("status", `Karrio answered with status ${status}${codesOf(messages)}.`, status);
}
