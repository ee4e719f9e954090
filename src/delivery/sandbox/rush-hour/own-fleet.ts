import type { Deps } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import { type Coordinates, pointOf } from "../../../infra/geography/coordinates.ts";
import { locateTown } from "../../../infra/geography/town.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { requireFleet } from "../../carriers/kinds/fleet/cards.ts";
import type { RateCard } from "../../carriers/kinds/fleet/schema.ts";
import type { CarrierRow } from "../../carriers/store.ts";
import { driversOf } from "../../fleet/drivers/reading.ts";
import type { DriverRow } from "../../fleet/drivers/store.ts";
import { findRateCard } from "../../orders/rate-cards/service.ts";
import { listShipments } from "../../orders/shipments/list.ts";
import { rushHourDefaults } from "./rush-hour.ts";
import type { RushHourSettings } from "./schema.ts";

/** What a practice takes of an account's live fleet: its name, prices and settings, and the short names of its riders. */

/** As many move in a practice. */
const ridersMax = 40;

export interface OwnFleet {
  carrier: CarrierRow;
  card: RateCard;
  riders: readonly DriverRow[];
  around: RushHourSettings["around"];
}

/**
 * @throws AppError `validation_failed` where there is no such fleet, or it has no prices or no riders; `session_required` for
 * a program, whose key must not tell what is in live
 */
export function readOwnFleet(deps: Deps, caller: Caller, carrierId: string): OwnFleet {
  if (caller.kind !== "session") throw new AppError("session_required");
  const live: Caller = { ...caller, environment: "live" };
  const carrier = findFleet(deps, live, carrierId);
  const card = carrier && findRateCard(deps, live, carrierId);
  if (!card) throw refused("must be a fleet of your account in live that has a rate card");
  const riders = driversOf(deps.stores.platform("live").db, carrierId).slice(0, ridersMax);
  if (riders.length === 0) throw refused("must be a fleet with at least one driver");
  return { carrier, card, riders, around: townOf(deps, live, carrierId, card) };
}

function findFleet(deps: Deps, live: Caller, carrierId: string): CarrierRow | undefined {
  try {
    return requireFleet(deps, live, "account", carrierId);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  }
}

function refused(detail: string): AppError {
  return invalidField("#/own_carrier_id", "invalid", detail);
}

/** Where the fleet picked up last, else where its card serves, else where every rush hour is. */
function townOf(
  deps: Deps,
  live: Caller,
  carrierId: string,
  { zones }: RateCard,
): RushHourSettings["around"] {
  const { around } = rushHourDefaults;
  const [last] = listShipments(deps, live, { carrier_id: carrierId, limit: 1 }).data;
  const served = zones.map(({ radius, cities, countries }) => ({
    address: { city: cities?.[0] ?? "", country: countries?.[0] ?? around.country },
    point: radius,
  }));
  const places = [
    ...(last ? [{ address: last.pickup.address, point: pointOf(last.pickup.address) }] : []),
    ...served,
  ];
  for (const { address, point } of places) {
    const { city, country } = address;
    const center = point ?? (city === "" ? undefined : locateTown({ city, country })?.center);
    if (center) return { ...within(center), city: city || "Downtown", country };
  }
  return around;
}

/** Where a real pickup was stays in live: to about a kilometer. Nearer to a pole, that is many degrees. */
function within({ latitude, longitude }: Coordinates): Coordinates {
  return { latitude: rounded(Math.max(-80, Math.min(80, latitude))), longitude: rounded(longitude) };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
