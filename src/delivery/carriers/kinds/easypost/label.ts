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
  const url = urlIn(easypost, shipment) ?? urlIn(easypost, await converted(easypost, shipment.id, signal));
  if (!url) throw callError("nonsense", "EasyPost has no file of the label.");
  const { content } = await easypost.world.document({ url, headers: {}, timeoutMs: fetchWithinMs, signal });
  return toLabel(content);
}

/** The file in the format of the settings. A label that was bought as a picture stays one if that is wanted. */
function urlIn({ settings }: Easypost, { postage_label: label }: WireShipment): string | undefined {
  const isPdf = label?.label_file_type === "application/pdf";
  const wantsPdf = labelFormatOf(settings) === "PDF";
  if (isPdf === wantsPdf) return label?.label_url ?? undefined;
  return (wantsPdf && label?.label_pdf_url) || undefined;
}

async function converted(easypost: Easypost, id: string, signal: AbortSignal): Promise<WireShipment> {
  const answer = await convertLabel(easypost, id, labelFormatOf(easypost.settings), signal);
  if (answer.status !== 200) throw failed(failureOf(answer));
  return readShape(WireShipment, answer.body);
}
