import { Value } from "@sinclair/typebox/value";
import { shownText } from "../../answer.ts";
import { callError } from "../../call-error.ts";
import { WireError } from "./wire.ts";

/** EasyPost's refusals. https://docs.easypost.com/docs/errors */

const shownMax = 300;
/** EasyPost nests texts of carriers, but never deep. */
const depthMax = 4;

export interface Failure {
  status: number;
  /** EasyPost's own code, such as `SHIPMENT.POSTAGE.FAILURE`; empty where it gives none. */
  code: string;
  /** As people read it, cut. */
  text: string;
}

export function failureOf({ status, body }: { status: number; body: unknown }): Failure {
  if (!Value.Check(WireError, body)) return { status, code: "", text: "It gave no reason." };
  const { code, message, errors } = body.error;
  return { status, code: codeIn(code), text: toText([message, errors]) };
}

/** Only a code: it stands in errors that the log keeps. */
function codeIn(code: string | null | undefined): string {
  return /^[A-Z][A-Z0-9_.]{0,99}$/.test(code ?? "") ? (code ?? "") : "";
}

/** Each text once, without what could be markup. @param said any JSON */
export function toText(said: unknown): string {
  const sentences = [...new Set(textsIn(said, 0).map((each) => each.trim()))].filter(Boolean);
  const text = shownText(sentences.join(" "), shownMax);
  return text === "" ? "It gave no reason." : text;
}

/** Of an error for a field only the message: `suggestion` is null or a text of its own. */
function textsIn(said: unknown, depth: number): string[] {
  if (typeof said === "string") return [said];
  if (typeof said !== "object" || said === null || depth > depthMax) return [];
  if (Array.isArray(said)) return said.flatMap((each) => textsIn(each, depth + 1));
  if ("message" in said) return [...fieldOf(said), ...textsIn(said.message, depth + 1)];
  return Object.values(said).flatMap((each) => textsIn(each, depth + 1));
}

function fieldOf(said: object): string[] {
  return "field" in said && typeof said.field === "string" ? [`${said.field}:`] : [];
}

/** The error of a refusal that nothing else can be made of. */
export function failed({ status, code }: Failure) {
  const what = code === "" ? "" : ` (${code})`;
  return callError("status", `EasyPost answered with status ${status}${what}.`, status);
}
