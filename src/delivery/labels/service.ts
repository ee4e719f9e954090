import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { getShipmentRecord } from "../lifecycle/reading.ts";
import type { AssignmentRow, ShipmentRecord } from "../lifecycle/rows.ts";
import { isFinal } from "../lifecycle/status.ts";
import { contentOf, type LabelFormat } from "./label.ts";
import { renderLabel } from "./label-thread.ts";
import type { LabelQuery } from "./schema.ts";
import { labelStore } from "./store.ts";

export interface Label {
  bytes: Uint8Array;
  contentType: "application/pdf" | "image/png";
  fileName: string;
}

const contentTypes = { pdf: "application/pdf", png: "image/png" } as const;
const formats = { "application/pdf": "pdf", "image/png": "png" } as const;
/** How long to wait for a label that the carrier makes, seconds. */
const retryAfterSeconds = 5;

/**
 * The label of a shipment that a carrier has: the carrier's own where it makes one.
 * @throws AppError `not_found`, `label_not_ready` before a quote is accepted and before the carrier's own label came,
 * `label_format_unavailable`, `busy`
 */
export async function getLabel(deps: Deps, caller: Caller, id: string, query: LabelQuery): Promise<Label> {
  const { format = "pdf", size = "4x6" } = query;
  const record = getShipmentRecord(deps, caller, id);
  const content = contentOf(record, caller.environment);
  if (content === undefined || record.assignment === null) {
    const isOver = isFinal(record.shipment.status);
    throw notReady(record, isOver ? "It gets no label." : "A label exists once a quote is accepted.");
  }
  if (record.assignment.carrierLabel !== null) {
    return carriersLabel(deps, caller, record, record.assignment, query.format);
  }
  const { trackingNumber } = content;
  return {
    bytes: await renderLabel(deps, { content, format, size }),
    contentType: contentTypes[format],
    fileName: `${trackingNumber}.${format}`,
  };
}

/** As the carrier made it. */
function carriersLabel(
  deps: Deps,
  { environment }: Caller,
  record: ShipmentRecord,
  { id, carrier, carrierLabel }: AssignmentRow,
  asked: LabelFormat | undefined,
): Label {
  const row = labelStore(deps.stores.platform(environment).db).read(id);
  if (!row?.content || row.contentType === null) {
    if (carrierLabel === "pending") {
      const headers = { "retry-after": String(retryAfterSeconds) };
      throw notReady(record, `Waybill fetches the label of ${carrier.name} after the booking.`, headers);
    }
    throw notReady(record, `${carrier.name} gave no label, or it was erased.`);
  }
  const format = formats[row.contentType];
  if (asked !== undefined && asked !== format) {
    throw new AppError("label_format_unavailable", {
      detail: `The carrier made this label as ${format}. Leave format out, or send format=${format}.`,
      members: { available_format: format },
    });
  }
  const fileName = `${record.shipment.trackingNumber}.${format}`;
  return { bytes: row.content, contentType: row.contentType, fileName };
}

function notReady(
  { shipment: { status } }: ShipmentRecord,
  remedy: string,
  headers?: Record<string, string>,
): AppError {
  return new AppError("label_not_ready", {
    detail: `The shipment is ${status}. ${remedy}`,
    members: { shipment_status: status },
    ...(headers && { headers }),
  });
}

/** The carrier's own label of an assignment, for an export. */
export function findCarrierLabel(
  deps: Deps,
  { environment }: Caller,
  assignmentId: string,
): { contentType: string; sha256: string; content: Buffer } | undefined {
  const row = labelStore(deps.stores.platform(environment).db).read(assignmentId);
  if (!row?.content || row.contentType === null || row.sha256 === null) return undefined;
  return { contentType: row.contentType, sha256: row.sha256, content: row.content };
}
