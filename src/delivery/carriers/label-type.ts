import { callError } from "./call-error.ts";
import type { CarrierLabel } from "./tracked.ts";

/** What a carrier's label is, by its first bytes: its server may call it anything. */

const signatures = [
  { contentType: "application/pdf", begin: "%PDF-" },
  { contentType: "image/png", begin: "\x89PNG\r\n\x1a\n" },
] as const satisfies { contentType: CarrierLabel["contentType"]; begin: string }[];

/** Undefined for a format that Waybill does not show. */
export function labelTypeOf(content: Uint8Array): CarrierLabel["contentType"] | undefined {
  const found = signatures.find(({ begin }) => {
    const bytes = content.subarray(0, begin.length);
    return Buffer.from(bytes).toString("latin1") === begin;
  });
  return found?.contentType;
}

/** @throws CarrierCallError `nonsense` for a format that Waybill does not show */
export function toLabel(content: Uint8Array): CarrierLabel {
  const contentType = labelTypeOf(content);
  if (!contentType) throw callError("nonsense", "The carrier's label is neither PDF nor PNG.");
  return { contentType, content };
}
