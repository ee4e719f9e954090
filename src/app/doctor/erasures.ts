import { counted, type Finding, suspicious, wrong } from "../../infra/backups/diagnosis.ts";
import { ifReadable, leftErasures } from "../../infra/backups/erasure-list.ts";
import type { Patient } from "./patient.ts";

/** What rules about it read, and what is reported instead while some is to be erased again. */
export const erasedData = "erased data";

/** What a restored backup brought back and Waybill still has to erase; undefined for nothing. */
export function waitingErasures({ dataDir }: Patient): Finding | undefined {
  const where = { check: "erasures", database: null } as const;
  const waiting = ifReadable(() => leftErasures(dataDir)?.length ?? 0);
  if (waiting === undefined) {
    return wrong(
      where,
      "Waybill cannot read which personal data it has to erase again, and does not start.",
      "Restore the backup again.",
    );
  }
  if (waiting === 0) return undefined;
  return suspicious(
    where,
    `The restored backup holds personal data that was erased: ${counted(waiting, "erasure")} must be repeated.`,
    "Start the server: it erases the data again.",
  );
}
