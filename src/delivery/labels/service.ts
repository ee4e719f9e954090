import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { getShipmentRecord } from "../lifecycle/reading.ts";
import { contentOf } from "./label.ts";
import { renderLabel } from "./label-thread.ts";
import type { LabelQuery } from "./schema.ts";

export interface Label {
  bytes: Uint8Array;
  contentType: "application/pdf" | "image/png";
  fileName: string;
}

const contentTypes = { pdf: "application/pdf", png: "image/png" } as const;

/**
 * The label of a shipment that a carrier has. @throws AppError `not_found`, `label_not_ready` before a quote is
 * accepted, `busy`
 */
export async function getLabel(deps: Deps, caller: Caller, id: string, query: LabelQuery): Promise<Label> {
  const { format = "pdf", size = "4x6" } = query;
  const record = getShipmentRecord(deps, caller, id);
  const content = contentOf(record, caller.environment);
  if (content === undefined) {
    throw new AppError("label_not_ready", {
      detail: `The shipment is ${record.shipment.status}. A label exists once a quote is accepted.`,
      members: { shipment_status: record.shipment.status },
    });
  }
  return {
    bytes: await renderLabel(deps, { content, format, size }),
    contentType: contentTypes[format],
    fileName: `${content.trackingNumber}.${format}`,
  };
}
