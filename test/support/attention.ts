import { recordTrouble } from "../../src/delivery/lifecycle/state/change.ts";
import { findShipment } from "../../src/delivery/lifecycle/state/reading.ts";
import { write } from "../../src/infra/deps.ts";
import type { Environment } from "../../src/infra/environment.ts";
import type { TestServer } from "./harness.ts";

/** Makes a shipment need a person, whatever its state. */
export async function raiseAttention(
  { deps }: TestServer,
  environment: Environment,
  shipmentId: string,
): Promise<void> {
  await write(deps, environment, (writing) => {
    const shipment = findShipment(writing.tx, shipmentId);
    if (shipment) recordTrouble(writing, shipment, "booking_kept", "The carrier may still come.");
  });
}
