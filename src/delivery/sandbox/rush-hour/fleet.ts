import { refuseOverStorage } from "../../../access/limits/storage.ts";
import { AppError } from "../../../infra/errors.ts";
import { currencyOf } from "../../../infra/geography/country.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import { fleetKind } from "../../carriers/kinds/fleet/adapter.ts";
import { storeCard } from "../../carriers/kinds/fleet/cards.ts";
import type { RateCard } from "../../carriers/kinds/fleet/schema.ts";
import { pickName } from "../../carriers/kinds/simulated/names.ts";
import { seededRandom } from "../../carriers/kinds/simulated/random.ts";
import { findByCode, requireOwnCarrier } from "../../carriers/service.ts";
import type { CarrierRow } from "../../carriers/store.ts";
import { firstSettings } from "../../connections/setup/next-settings.ts";
import { addCarrier } from "../../connections/setup/service.ts";
import { listDrivers } from "../../fleet/drivers/setup/reading.ts";
import { addDriver } from "../../fleet/drivers/setup/service.ts";
import { driverCount } from "./plan.ts";
import type { RushHourSettings, Surroundings } from "./settings.ts";

/** The fleet of a rush hour: set up once, and used again. */

const fleetCode = "rush_hour";
/** Far enough for the shipment that no driver is near. */
const zoneMeters = 30_000;
const driversMax = 100;

/**
 * The fleet with its rate card around the place and enough drivers, inside the caller's transaction.
 * @throws AppError `carrier_code_taken`, `limit_reached`, `storage_quota_exceeded`
 */
export function setUpFleet(
  writing: DeliveryWriting,
  caller: Caller,
  settings: RushHourSettings,
): { carrierId: string; driverIds: string[] } {
  const { deps } = writing;
  const fleet = findOrAddFleet(writing, caller);
  refuseOverStorage(writing, caller.accountId);
  storeCard(writing, fleet, cardAround(settings.around));
  const count = driverCount(settings);
  const known = listDrivers(deps, caller, "account", { carrier_id: fleet.id, limit: driversMax }).data;
  // The oldest first, so that the next rush hour has the same ones.
  const driverIds = known
    .toReversed()
    .slice(0, count)
    .map(({ id }) => id);
  for (let index = driverIds.length; index < count; index += 1) {
    const name = pickName(seededRandom(`${settings.seed}:driver-${index}`));
    const capacity = { assignments: 2, weight_grams: null };
    const input = { carrier_id: fleet.id, name, vehicle: { type: "cargo_bike" as const }, capacity };
    driverIds.push(addDriver(writing, caller, "account", input).id);
  }
  return { carrierId: fleet.id, driverIds };
}

function findOrAddFleet(writing: DeliveryWriting, caller: Caller): CarrierRow {
  const { deps, tx } = writing;
  const known = findByCode(tx, caller.accountId, fleetCode);
  if (known?.kind === fleetKind.code) return known;
  if (known) {
    throw new AppError("carrier_code_taken", {
      detail: `Change the code of your carrier ${known.name}. The rush hour uses ${fleetCode} for its fleet.`,
    });
  }
  const settings = { dispatch: "nearest", radius_meters: 5_000, answer_seconds: 60 };
  const input = { kind: fleetKind.code, code: fleetCode, name: "Rush hour riders", settings };
  const { id } = addCarrier(writing, caller, "account", input, firstSettings(deps, caller, "account", input));
  return requireOwnCarrier(deps, caller, id);
}

function cardAround({ latitude, longitude, country }: Surroundings): RateCard {
  return {
    currency: currencyOf(country),
    time_zone: "UTC",
    zones: [{ code: "town", radius: { latitude, longitude, meters: zoneMeters } }],
    services: [
      {
        code: "express",
        name: "Express",
        pickup_zones: ["town"],
        delivery_zones: ["town"],
        price: { base: 400, per_km: 90 },
        cancellation: [],
        lead_minutes: 3,
        speed_kmh: 20,
      },
    ],
  };
}
