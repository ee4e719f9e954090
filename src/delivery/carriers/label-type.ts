import { callError } from "./call-error.ts";
import type { CarrierLabel } from "./tracked.ts";

/** What a carrier's label is, by its first bytes: its server may call it anything. */

type LabelType = CarrierLabel["contentType"];

const headBytes = 1024;

/** By what a file begins with. ZPL may set its signs and a font first, and SVG stands behind XML's own words. */
const signs: Readonly<Record<LabelType, (head: string) => boolean>> = {
  "application/pdf": (head) => head.startsWith("%PDF-"),
  "image/png": (head) => head.startsWith("\x89PNG\r\n\x1a\n"),
  "application/zpl": (head) => /^\s*(?:CT~)?(?:[\^~][A-Z]{2}[^<]*)?\^XA/.test(head),
  "image/svg+xml": (head) => /^(?:\xef\xbb\xbf)?\s*(?:<(?:\?xml|!--|!DOCTYPE)[^>]*>\s*)*<svg[\s>]/.test(head),
};

/** Undefined for a format that Waybill does not know. */
export function labelTypeOf(content: Uint8Array): LabelType | undefined {
  const head = Buffer.from(content.subarray(0, headBytes)).toString("latin1");
  return (Object.keys(signs) as LabelType[]).find((type) => signs[type](head));
}

/** @throws CarrierCallError `nonsense` for a format that Waybill does not know */
export function toLabel(content: Uint8Array): CarrierLabel {
  const contentType = labelTypeOf(content);
  if (!contentType) throw callError("nonsense", "The carrier's label is neither PDF, PNG, ZPL nor SVG.");
  return { contentType, content };
}
