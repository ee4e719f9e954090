import type { ShipmentView } from "../../../../delivery/lifecycle/schema.ts";
import type { Environment } from "../../../../infra/environment.ts";

/** Where many shipments are changed at once, and what the dialogs call them. */

export interface BulkPlace {
  environment: Environment;
  /** Paths to read again afterwards. */
  changes: readonly string[];
}

export function nameOfShipment({ reference, tracking_number }: ShipmentView): string {
  return reference ?? tracking_number;
}

/** `1 shipment`, `30 shipments`. */
export function shipmentsText(count: number): string {
  return `${count} ${count === 1 ? "shipment" : "shipments"}`;
}
