import { allFitting, fitting, shownText } from "../../answer.ts";
import { callError } from "../../call-error.ts";
import type { QuoteAnswer, UnavailableCode } from "../../carrier.ts";
import type { JsonAnswer } from "../../json-call.ts";
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
  const texts = messages.map(({ message, code, details }) => {
    const said = typeof message === "string" ? message : (code ?? "");
    const fields = fieldsIn(details).map(([field, fault]) => `${field}: ${String(fault)}`);
    return fields.length === 0 ? said : `${said} (${fields.join(", ")})`;
  });
  const text = shownText([...new Set(texts)].filter(Boolean).join(" "), shownMax);
  return text === "" ? "It gave no reason." : text;
}

/** Codes of carriers, and those of Karrio's own library (`karrio/core/errors.py`). */
const codes: ReadonlyMap<unknown, UnavailableCode> = new Map([
  ["invalid_weight", "weight_exceeded"],
  ["invalid_dimension", "dimensions_exceeded"],
  ["destination_not_supported", "out_of_zone"],
  ["SHIPPING_SDK_ORIGIN_NOT_SERVICED_ERROR", "out_of_zone"],
  ["SHIPPING_SDK_DESTINATION_NOT_SERVICED_ERROR", "out_of_zone"],
  ["SHIPPING_SDK_MULTI_PARCEL_NOT_SUPPORTED_ERROR", "requirement_unsupported"],
  ["SHIPPING_SDK_NON_SUPPORTED_ERROR", "requirement_unsupported"],
  ["SHIPPING_SDK_FIELD_ERROR", "incomplete_address"],
  ["SHIPPING_SDK_VALIDATING_ERROR", "incomplete_address"],
]);
/** A field that is missing or wrong may be one of the goods. */
const goods = /\b(parcels?|packages?|weight|length|width|height|dimensions?)\b/i;

const sentences: Partial<Record<UnavailableCode, string>> = {
  weight_exceeded: "The parcels are too heavy for the carrier's services.",
  dimensions_exceeded: "The parcels are too large for the carrier's services.",
  out_of_zone: "The carrier does not deliver there, or does not take these parcels.",
};

/** Why there is no rate. Karrio gives the carriers' own reason only for services that were asked for by name. */
export function unavailable(messages: readonly WireMessage[]): QuoteAnswer {
  const known = messages.find(({ code }) => codes.has(code));
  if (!known) {
    const code = messages.length === 0 ? "out_of_zone" : "carrier_error";
    return { kind: "unavailable", code, message: sentences[code] ?? "The carrier's API returned an error." };
  }
  const found = codes.get(known.code) ?? "carrier_error";
  const code = found === "incomplete_address" && isOfGoods(known) ? "requirement_unsupported" : found;
  const says = known.code?.startsWith(library) && (known.message != null || known.details != null);
  return {
    kind: "unavailable",
    code,
    message: says
      ? `Karrio: ${textOf([known])}`
      : (sentences[code] ?? "The carrier's API returned an error."),
  };
}

const library = "SHIPPING_SDK_";

function isOfGoods({ message, details }: WireMessage): boolean {
  const fields = fieldsIn(details).map(([field]) => field);
  return [String(message), ...fields].some((text) => goods.test(text));
}

function fieldsIn(details: unknown): [field: string, fault: unknown][] {
  return typeof details === "object" && details !== null ? Object.entries(details) : [];
}

/** Whether Karrio could give the carriers' own reason. */
export function isKnownReason(messages: readonly WireMessage[]): boolean {
  return messages.some(({ code }) => codes.has(code));
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
