import { readShape } from "../../answer.ts";
import { callError } from "../../call-error.ts";
import type { BookingName } from "../../carrier.ts";
import { toLabel } from "../../label-type.ts";
import type { CarrierLabel } from "../../tracked.ts";
import type { Easypost } from "./call.ts";
import { failed, failureOf } from "./failure.ts";
import { labelFormatOf } from "./settings.ts";
import { convertLabel, readShipment } from "./shipments.ts";
import { WireShipment } from "./wire.ts";

/** The label as the carrier made it. EasyPost keeps it as a file on another host. */

const fetchWithinMs = 20_000;

/** @throws CarrierCallError `nonsense` for a format that Waybill does not show */
export async function fetchLabel(
  easypost: Easypost,
  { bookingReference: id }: BookingName,
  signal: AbortSignal,
): Promise<CarrierLabel> {
  const shipment = id === null ? undefined : await readShipment(easypost, id, signal);
  if (!shipment?.postage_label) throw callError("status", "EasyPost has no label of this booking.", 404);
  const url = urlIn(easypost, shipment) ?? (await converted(easypost, shipment, signal));
  if (!url) throw callError("nonsense", "EasyPost has no file of the label.");
  const { content } = await easypost.world.document({ url, headers: {}, timeoutMs: fetchWithinMs, signal });
  return toLabel(content);
}

const fileTypes = { PDF: "application/pdf", PNG: "image/png", ZPL: "application/zpl" } as const;

/** The file in the format of the settings. */
function urlIn({ settings }: Easypost, { postage_label: label }: WireShipment): string | undefined {
  const wanted = labelFormatOf(settings);
  if (label?.label_file_type === fileTypes[wanted]) return label.label_url ?? undefined;
  const url = { PDF: label?.label_pdf_url, PNG: undefined, ZPL: label?.label_zpl_url }[wanted];
  return url || undefined;
}

/** Where EasyPost cannot convert a label, the one that was bought is better than none. */
async function converted(
  easypost: Easypost,
  shipment: WireShipment,
  signal: AbortSignal,
): Promise<string | undefined> {
  const answer = await convertLabel(easypost, shipment.id, labelFormatOf(easypost.settings), signal);
  const bought = shipment.postage_label?.label_url ?? undefined;
  if (answer.status === 200) return urlIn(easypost, readShape(WireShipment, answer.body)) ?? bought;
  if (answer.status >= 500 || bought === undefined) throw failed(failureOf(answer));
  return bought;
}
