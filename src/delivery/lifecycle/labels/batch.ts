import type { Deps } from "../../../infra/deps.ts";
import { AppError, type FieldError } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { bytesPerMb } from "../../../infra/units.ts";
import { countPieces } from "../../model/parcels.ts";
import { getShipmentRecord } from "../state/reading.ts";
import type { ShipmentRecord } from "../state/rows.ts";
import { labelPieces, piecesMax } from "./label.ts";
import { type LabelsOfShipment, renderLabels } from "./label-thread.ts";
import type { LabelBatch } from "./schema.ts";
import { findCarrierLabel, type Label, type Printable, requireLabel } from "./service.ts";

/** The labels of many shipments in one file. */

/** Of carriers' own labels together: they are in memory while the file is made. */
const carriersBytesMax = 32 * bytesPerMb;

interface Found {
  record: ShipmentRecord;
  printable: Printable;
}

/**
 * All of them, in the order asked, or none.
 * @throws AppError `label_not_ready` with a pointer for each that cannot be printed, `validation_failed` where carriers' own labels are
 * too large together, `busy`
 */
export async function printLabels(
  deps: Deps,
  caller: Caller,
  { shipment_ids: ids, size = "4x6" }: LabelBatch,
): Promise<Label> {
  const found = findAll(deps, caller, ids);
  refuseTooLarge(found);
  const own = found.filter(({ printable }) => "content" in printable);
  const count = own.reduce((sum, { record }) => sum + countPieces(record.shipment.parcels), 0);
  const drawn = await renderLabels(deps, caller.accountId, () => ({
    title: `Labels of ${ids.length} ${ids.length === 1 ? "shipment" : "shipments"}`,
    shipments: found.map((one) => labelsOf(deps, caller, one, count > piecesMax)),
    format: "pdf",
    size,
  }));
  if ("unusable" in drawn) {
    const detail = "cannot be put into one file: the carrier's own label has to be fetched on its own";
    throw notAll(
      drawn.unusable.map((index) => ({ pointer: pointerOf(index), code: "label_unusable", detail })),
    );
  }
  return { bytes: drawn.bytes, contentType: "application/pdf", fileName: "labels.pdf" };
}

const pointerOf = (index: number) => `#/shipment_ids/${index}`;

const notAll = (errors: FieldError[], headers: Record<string, string> = {}) =>
  new AppError("label_not_ready", {
    detail: "Nothing was printed. Leave out the shipments that `errors` names, or try again later.",
    errors,
    headers,
  });

/** A shipment of another account is answered as one that is not there. */
function findAll(deps: Deps, caller: Caller, ids: readonly string[]): Found[] {
  const found: Found[] = [];
  const errors: FieldError[] = [];
  let headers = {};
  for (const [index, id] of ids.entries()) {
    try {
      const record = getShipmentRecord(deps, caller, id);
      found.push({ record, printable: requireLabel(deps, caller, record) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message, options } = error;
      const detail = code === "not_found" ? "is no shipment of yours" : `has no label. ${message}`;
      errors.push({ pointer: pointerOf(index), code, detail });
      headers = options.headers ?? headers;
    }
  }
  if (errors.length > 0) throw notAll(errors, headers);
  return found;
}

function refuseTooLarge(found: readonly Found[]): void {
  const bytes = found.reduce(
    (sum, { printable }) => sum + ("facts" in printable ? printable.facts.size : 0),
    0,
  );
  if (bytes <= carriersBytesMax) return;
  const detail = `must be fewer: the carriers' own labels have more than ${carriersBytesMax / bytesPerMb} MiB together`;
  throw new AppError("validation_failed", {
    errors: [{ pointer: "#/shipment_ids", code: "too_large", detail }],
  });
}

/** @throws AppError `label_not_ready` if the carrier's label was erased meanwhile */
function labelsOf(
  deps: Deps,
  caller: Caller,
  { record, printable }: Found,
  isOneForAll: boolean,
): LabelsOfShipment {
  if ("content" in printable) {
    return { content: printable.content, pieces: isOneForAll ? [] : labelPieces(record.shipment.parcels) };
  }
  const label = findCarrierLabel(deps, caller, printable.facts.assignmentId);
  if (!label) throw new AppError("label_not_ready");
  return { carriers: { contentType: label.contentType, content: label.content } };
}
