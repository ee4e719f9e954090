import { type Deps, inMemory } from "../../../infra/deps.ts";
import { type AskedThread, askedThread } from "../../../infra/threads/asked-thread.ts";
import type { CarrierLabel } from "../../carriers/tracked.ts";
import type { LabelContent, LabelFormat, LabelPiece, LabelSize } from "./label.ts";
import { labelWorkerUrl } from "./packaged.ts";

/** Labels of a shipment: one for each piece, without pieces one for all; or as its carrier made them. */
export type LabelsOfShipment =
  | { content: LabelContent; pieces: readonly LabelPiece[] }
  | { carriers: CarrierLabel };

/** One file. A PNG has the first label only. */
export interface LabelRequest {
  title: string;
  shipments: readonly LabelsOfShipment[];
  format: LabelFormat;
  size: LabelSize;
}

/** The file, or the places of the carriers' labels that cannot be put into it. */
export type DrawnLabels = { bytes: Uint8Array } | { unusable: number[] };

/** The thread of an installation. */
const threadOf = inMemory(
  ({ stopping }): AskedThread<LabelRequest, DrawnLabels> =>
    askedThread({
      url: labelWorkerUrl,
      work: "draws labels",
      atOnceMax: 4,
      // About two seconds of work, where each is a label of one page.
      waitingOfAccountMax: 50,
      withinMs: 60_000,
      // It takes 100 MB, and 60 MB more once it has made a PNG.
      idleMs: 60_000,
      stopping,
    }),
);

/**
 * Draws labels in a thread of its own, in which accounts take turns. `make` makes the request when its turn comes.
 * @throws AppError `busy` when too many labels of the account wait already
 */
export async function renderLabels(
  deps: Deps,
  accountId: string,
  make: () => LabelRequest,
): Promise<DrawnLabels> {
  return threadOf(deps).ask(accountId, make);
}
