import { write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { isResting } from "../../../infra/geocoding/geocoder.ts";
import { minuteMs } from "../../../infra/units.ts";
import { sleepUnless } from "../../../infra/waiting/timeout.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { type Asked, askAbout } from "../../lifecycle/places/asking.ts";
import {
  endGeocoding,
  endWaitForPlace,
  type GeocodingRow,
  postponeGeocoding,
} from "../../lifecycle/places/queue.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import { provenPlace } from "../../model/address.ts";
import { applyPlaces } from "./applying.ts";

/** Finds the places of one shipment. */

/** After so many failures nobody asks again. */
const retryWaitsMs = [10_000, minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs];
/** Too many wait, or the server stops. */
const crowdedMs = 1_000;

/** Asks about a shipment's addresses, and stores what was found. A failure is repeated later. */
export async function findPlaces(
  deps: DeliveryDeps,
  environment: Environment,
  row: GeocodingRow,
): Promise<void> {
  const { shipmentId, pickupAt } = row;
  const shipment = findShipment(deps.stores.platform(environment).db, shipmentId);
  const asked: Asked[] = [];
  if (shipment) {
    const rank = row.rank === 0 ? "order" : "import";
    const turn = { rank, at: pickupAt, party: shipment.accountId } as const;
    for (const { address } of [shipment.pickup, shipment.delivery]) {
      if (provenPlace(address) === undefined)
        asked.push(await askAbout(deps, environment, address, { turn }));
    }
  }
  // The row stays due, and the job waits while the geocoder rests.
  if (asked.includes("unasked") && !isResting(deps)) await sleepUnless(crowdedMs, deps.stopping);
  const isOpen = asked.includes("unasked");
  if (!isOpen || asked.includes("settled")) {
    await write(deps, environment, (writing) =>
      settle(writing, row, { isOpen, hasFailed: asked.includes("failed") }),
    );
  }
  endWaitForPlace(deps, environment, shipmentId);
}

/** Stores what is known by now, and when to ask again. */
function settle(
  writing: Parameters<typeof applyPlaces>[0],
  { shipmentId, attempts }: GeocodingRow,
  { isOpen, hasFailed }: { isOpen: boolean; hasFailed: boolean },
): void {
  const { deps, tx } = writing;
  const waitMs = retryWaitsMs[attempts];
  if (hasFailed && waitMs !== undefined)
    postponeGeocoding(writing, shipmentId, { attempts: attempts + 1, dueAt: deps.realClock.now() + waitMs });
  else if (!isOpen) endGeocoding(writing, shipmentId);
  const shipment = findShipment(tx, shipmentId);
  if (shipment) applyPlaces(writing, shipment);
}
