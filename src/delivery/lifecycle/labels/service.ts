import type { AccountEnvironment } from "../../../access/model.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError, invalidParameter } from "../../../infra/errors.ts";
import type { CarrierLabel } from "../../carriers/tracked.ts";
import { countPieces } from "../../model/parcels.ts";
import { pieceCode } from "../../model/piece-code.ts";
import { getShipmentRecord } from "../state/reading.ts";
import type { ShipmentRecord } from "../state/rows.ts";
import { isFinal } from "../state/status.ts";
import {
  type CarrierLabelFormat,
  contentOf,
  type LabelContent,
  type LabelFormat,
  labelFormats,
  labelPieces,
} from "./label.ts";
import { renderLabels } from "./label-thread.ts";
import type { LabelQuery } from "./schema.ts";
import { type CarrierLabelFacts, type CarrierLabelRow, labelStore } from "./store.ts";

export interface Label {
  bytes: Uint8Array;
  contentType: CarrierLabel["contentType"];
  fileName: string;
}

const contentTypes = { pdf: "application/pdf", png: "image/png" } as const;
const formats = {
  "application/pdf": "pdf",
  "image/png": "png",
  "application/zpl": "zpl",
  "image/svg+xml": "svg",
} as const satisfies Record<CarrierLabel["contentType"], CarrierLabelFormat>;
/** How long to wait for a label that the carrier makes, seconds. */
const retryAfterSeconds = 5;

/**
 * The label of a shipment that a carrier has: the carrier's own where it makes one, else a page for each piece.
 * @throws AppError `not_found`, `query_invalid` for a piece that is not there, `label_not_ready` before a quote is accepted
 * and before the carrier's own label came, `label_format_unavailable`, `busy`
 */
export async function getLabel(
  deps: Deps,
  caller: AccountEnvironment,
  id: string,
  query: LabelQuery,
): Promise<Label> {
  const { size = "4x6", piece } = query;
  const record = getShipmentRecord(deps, caller, id);
  refusePiece(record, piece);
  const found = requireLabel(deps, caller, record);
  if ("facts" in found) return carriersLabel(deps, caller, record, found.facts, query.format);
  const format = drawnFormat(query.format);
  const { content } = found;
  const { trackingNumber } = content;
  const pieces = labelPieces(record.shipment.parcels);
  const first = format === "png" ? pieces.slice(0, 1) : pieces;
  const shown = piece === undefined ? first : labelPieces(record.shipment.parcels, piece);
  const drawn = await renderLabels(deps, caller.accountId, () => ({
    title: `Label ${trackingNumber}`,
    shipments: [{ content, pieces: shown }],
    format,
    size,
  }));
  if ("unusable" in drawn) throw new Error("a label of our own cannot be put into a file");
  const name = piece === undefined ? trackingNumber : pieceCode(trackingNumber, piece);
  return { bytes: drawn.bytes, contentType: contentTypes[format], fileName: `${name}.${format}` };
}

/** @throws AppError `label_format_unavailable` for what only carriers make */
function drawnFormat(asked: CarrierLabelFormat = "pdf"): LabelFormat {
  const format = labelFormats.find((each) => each === asked);
  if (format) return format;
  throw new AppError("label_format_unavailable", {
    detail: `Waybill makes this label itself, and not as ${asked}. Send format=pdf or format=png.`,
    members: { available_format: "pdf" },
  });
}

function refusePiece({ shipment, assignment }: ShipmentRecord, piece: number | undefined): void {
  if (piece === undefined) return;
  const count = countPieces(shipment.parcels);
  if (piece > count) {
    const pieces = count === 1 ? "1 piece" : `${count} pieces`;
    throw invalidParameter("piece", "maximum", `must be at most ${count}: the shipment has ${pieces}`);
  }
  if (count > 1 && (assignment?.carrierLabel ?? null) !== null) {
    throw invalidParameter("piece", "contradictory", "must be left out: the carrier made one label for all");
  }
}

/** What there is to print: what our label says, or what is known of the carrier's own. */
export type Printable = { content: LabelContent } | { facts: CarrierLabelFacts };

/** @throws AppError `label_not_ready` */
export function requireLabel(
  deps: Deps,
  { environment }: AccountEnvironment,
  record: ShipmentRecord,
): Printable {
  const { assignment, shipment } = record;
  const content = contentOf(record, environment);
  if (content === undefined || assignment === null) {
    const isOver = isFinal(shipment.status);
    throw notReady(record, isOver ? "It gets no label." : "A label exists once a quote is accepted.");
  }
  if (assignment.carrierLabel === null) return { content };
  const facts = labelStore(deps.stores.platform(environment).db).find(assignment.id);
  if (facts?.contentType) return { facts };
  const { name } = assignment.carrier;
  if (assignment.carrierLabel === "pending") {
    const headers = { "retry-after": String(retryAfterSeconds) };
    throw notReady(record, `Waybill fetches the label of ${name} after the booking.`, headers);
  }
  throw notReady(record, `${name} gave no label, or it was erased.`);
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

/** As the carrier made it. */
function carriersLabel(
  deps: Deps,
  caller: AccountEnvironment,
  { shipment }: ShipmentRecord,
  { assignmentId }: CarrierLabelFacts,
  asked: CarrierLabelFormat | undefined,
): Label {
  const label = findCarrierLabel(deps, caller, assignmentId);
  if (!label) throw new AppError("label_not_ready");
  const { contentType, content: bytes } = label;
  const format = formats[contentType];
  if (asked !== undefined && asked !== format) {
    throw new AppError("label_format_unavailable", {
      detail: `The carrier made this label as ${format}. Leave format out, or send format=${format}.`,
      members: { available_format: format },
    });
  }
  return { bytes, contentType, fileName: `${shipment.trackingNumber}.${format}` };
}

type Present<Name extends keyof CarrierLabelRow> = { [Key in Name]: NonNullable<CarrierLabelRow[Key]> };

/** The carrier's own label of an assignment. */
export function findCarrierLabel(
  deps: Deps,
  { environment }: AccountEnvironment,
  assignmentId: string,
): Present<"contentType" | "sha256" | "content"> | undefined {
  const row = labelStore(deps.stores.platform(environment).db).read(assignmentId);
  if (!row?.content || row.contentType === null || row.sha256 === null) return undefined;
  return { contentType: row.contentType, sha256: row.sha256, content: row.content };
}
