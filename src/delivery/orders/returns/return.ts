import type { Status } from "../../model/model.ts";

/** Which shipments may go back. Before the delivery a cancellation or the carrier brings goods back; after a failure nobody has them. */
export function isReturnable(status: Status): boolean {
  return status === "delivered";
}
