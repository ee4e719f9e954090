import { bytesPerMb } from "../../infra/sizes.ts";
import type { CarrierLabel } from "../carriers/tracked.ts";

/** What a carrier gives as its label, judged by its bytes. */

const bytesMax = 5 * bytesPerMb;
const signatures = {
  "application/pdf": "%PDF-",
  "image/png": "\x89PNG\r\n\x1a\n",
} as const satisfies Record<CarrierLabel["contentType"], string>;

/** Whether it is what its content type says, and no larger than Waybill keeps. */
export function isCarrierLabel({ contentType, content }: CarrierLabel): boolean {
  const signature = signatures[contentType];
  const begin = Buffer.from(content.subarray(0, signature?.length ?? 0)).toString("latin1");
  return signature !== undefined && begin === signature && content.byteLength <= bytesMax;
}
