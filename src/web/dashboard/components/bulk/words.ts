import type { Status } from "@/delivery/model/model.ts";
import type { Environment } from "@/infra/environment.ts";
import { humanize } from "../../format.ts";

/** Where many shipments are changed at once, and what the dialogs call them. */

export interface BulkPlace {
  environment: Environment;
  /** Paths to read again afterwards. */
  changes: readonly string[];
}

/** `1 shipment`, `30 shipments`. */
export function shipmentsText(count: number): string {
  return `${count} ${count === 1 ? "shipment" : "shipments"}`;
}

/** Why no quote of a shipment in this state can be accepted; undefined where one may be. */
export function closedWord(status: Status): string | undefined {
  if (status === "created" || status === "quoted" || status === "expired") return undefined;
  if (status === "assigned") return "Already accepted";
  if (status === "in_transit" || status === "delivered") return `Already ${humanize(status).toLowerCase()}`;
  return humanize(status);
}
