import { labelTypeOf } from "../../carriers/label-type.ts";
import { type CarrierLabel, labelBytesMax } from "../../carriers/tracked.ts";

/** What a carrier gives as its label, judged by its bytes. */

/** Whether it is what its content type says, and no larger than Waybill keeps. */
export function isCarrierLabel({ contentType, content }: CarrierLabel): boolean {
  return labelTypeOf(content) === contentType && content.byteLength <= labelBytesMax;
}
