import { callWithTimeout } from "../../../infra/waiting/timeout.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import type { CarrierKind, ConnectedCarrier } from "../../carriers/kind.ts";
import { addressesOf } from "../../carriers/settings.ts";
import { createCarrierWorld } from "../../carriers/world.ts";
import type { Settings } from "./carrier-settings.ts";

const timeoutMs = 10_000;

/**
 * Lets the kind refuse credentials that the carrier refuses, or that do not belong in its environment, before they are
 * stored. The settings fit the kind, and their addresses are checked.
 * @throws AppError `production_credentials`, `validation_failed`
 */
export async function refuseWrongCredentials(
  deps: DeliveryDeps,
  kind: CarrierKind,
  settings: Settings,
  carrier: ConnectedCarrier,
): Promise<void> {
  const { refuseWrongCredentials } = kind;
  if (!refuseWrongCredentials) return;
  const world = createCarrierWorld(deps, carrier, addressesOf(kind, settings));
  await callWithTimeout(
    timeoutMs,
    (signal) => refuseWrongCredentials(settings, world, signal),
    deps.stopping,
  );
}
