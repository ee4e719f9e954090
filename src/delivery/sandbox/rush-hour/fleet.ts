import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { currencyOf } from "../../../infra/geography/country.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { fleetKind } from "../../carriers/kinds/fleet/adapter.ts";
import type { RateCard } from "../../carriers/kinds/fleet/schema.ts";
import { pickName } from "../../carriers/kinds/simulated/names.ts";
import { seededRandom } from "../../carriers/kinds/simulated/random.ts";
import type { CarrierDetails } from "../../connections/setup/schema.ts";
import { shortName } from "../../fleet/drivers/driver.ts";
import type { DriverView } from "../../fleet/drivers/schema.ts";
import { asAccount, asDriver, type Call } from "./calls.ts";
import { removeCopy } from "./clearing.ts";
import type { OwnFleet } from "./own-fleet.ts";
import { positionReport } from "./phone.ts";
import { driverCount, near } from "./plan.ts";
import { practiceCard } from "./practice.ts";
import { practiceFleetCode } from "./rush-hour.ts";
import type { RushHourSettings } from "./schema.ts";

/** The fleet of a rush hour: set up once, and used again. */

const fleetCode = "rush_hour";
const newFleet = {
  kind: fleetKind.code,
  code: fleetCode,
  name: "Rush hour riders",
  settings: { dispatch: "nearest", radius_meters: 5_000, answer_seconds: 60 },
};
const newPracticeFleet = { kind: fleetKind.code, code: practiceFleetCode };
const newDriver = { vehicle: { type: "cargo_bike" }, capacity: { assignments: 2 } };
/** Far enough for the shipment that no driver is near. */
const zoneMeters = 30_000;
/** So many positions elsewhere, in a row, are where a driver is, however far from the last one. */
const arrivalMs = [1, 2, 3];

export interface Fleet {
  carrierId: string;
  driverIds: string[];
}

/**
 * The fleet with its rate card around the place, and enough drivers, who come on duty somewhere in town.
 * @throws AppError `carrier_code_taken`, `limit_reached`, `storage_quota_exceeded`
 */
export async function setUpFleet(deps: Deps, caller: Caller, settings: RushHourSettings): Promise<Fleet> {
  const call = asAccount(deps, caller.accountId, caller);
  const { id: carrierId, status } = await findOrAddFleet(call);
  await call("PUT", `/platform/carriers/${carrierId}/rate-card`, cardAround(settings.around));
  const driverIds = await findOrAddDrivers(call, carrierId, settings);
  if (status !== "active") await call("PATCH", `/platform/carriers/${carrierId}`, { status: "active" });
  await beginWork(deps, { accountId: caller.accountId, carrierId }, driverIds, settings);
  return { carrierId, driverIds };
}

/** @throws AppError `carrier_code_taken`, `limit_reached`, `storage_quota_exceeded` */
export async function setUpOwnFleet(
  deps: Deps,
  caller: Caller,
  settings: RushHourSettings,
  { carrier, card, riders }: OwnFleet,
): Promise<Fleet> {
  const call = asAccount(deps, caller.accountId, caller);
  const { data } = await call<{ data: CarrierDetails[] }>("GET", "/platform/carriers?limit=100");
  // The server was stopped while it set one up.
  const left = data.find(({ code, kind }) => code === practiceFleetCode && kind === fleetKind.code);
  if (left) await removeCopy(call, left.id);
  const fleet = { ...newPracticeFleet, name: carrier.name, settings: carrier.settings };
  const { id: carrierId } = await call<CarrierDetails>("POST", "/platform/carriers", fleet);
  try {
    await call("PUT", `/platform/carriers/${carrierId}/rate-card`, practiceCard(card, settings.around));
    const driverIds = await copyRiders(call, carrierId, riders);
    await beginWork(deps, { accountId: caller.accountId, carrierId }, driverIds, settings);
    return { carrierId, driverIds };
  } catch (error) {
    // No names stay where nobody practices.
    await removeCopy(call, carrierId);
    throw error;
  }
}

async function copyRiders(call: Call, carrierId: string, riders: OwnFleet["riders"]): Promise<string[]> {
  const driverIds: string[] = [];
  for (const { name, vehicle, language, capacityAssignments, capacityWeightGrams } of riders) {
    // No phone number, and no plate: nobody is to be called. Sandbox keys read the name: it is that of the board.
    const rider = { carrier_id: carrierId, name: shortName(name), vehicle: { type: vehicle.type }, language };
    const capacity = { assignments: capacityAssignments, weight_grams: capacityWeightGrams };
    driverIds.push((await call<DriverView>("POST", "/platform/drivers", { ...rider, capacity })).id);
  }
  return driverIds;
}

/** The drivers come on duty somewhere in town. */
async function beginWork(
  deps: Deps,
  fleet: { accountId: string; carrierId: string },
  driverIds: readonly string[],
  { seed, around }: RushHourSettings,
): Promise<void> {
  const begin = async (driverId: string) => {
    const phone = asDriver(deps, fleet, driverId);
    await phone("PUT", "/driver/me/duty", { on_duty: true });
    const place = { ...near(around, seededRandom(`${seed}:${driverId}`)), speedMps: 0 };
    const now = deps.clock.now();
    const reports = arrivalMs.map((ms) => positionReport(place, now + ms));
    await phone("POST", "/driver/reports", { sent_at: new Date(now).toISOString(), reports });
  };
  await Promise.all(driverIds.map(begin));
}

async function findOrAddFleet(call: Call): Promise<CarrierDetails> {
  const { data } = await call<{ data: CarrierDetails[] }>("GET", "/platform/carriers?limit=100");
  const known = data.find(({ code, settings }) => code === fleetCode && settings !== null);
  if (!known) return call("POST", "/platform/carriers", newFleet);
  if (known.kind === fleetKind.code) return known;
  throw new AppError("carrier_code_taken", {
    detail: `Change the code of your carrier ${known.name}. The rush hour uses ${fleetCode} for its fleet.`,
  });
}

async function findOrAddDrivers(
  call: Call,
  carrierId: string,
  settings: RushHourSettings,
): Promise<string[]> {
  const { data: known } = await call<{ data: DriverView[] }>(
    "GET",
    `/platform/drivers?carrier_id=${carrierId}&limit=100`,
  );
  // The oldest first, so that the next rush hour has the same ones.
  const oldest = known.toReversed().slice(0, driverCount(settings));
  const driverIds = oldest.map(({ id }) => id);
  while (driverIds.length < driverCount(settings)) {
    const name = pickName(seededRandom(`${settings.seed}:driver-${driverIds.length}`));
    const driver = { ...newDriver, carrier_id: carrierId, name };
    driverIds.push((await call<DriverView>("POST", "/platform/drivers", driver)).id);
  }
  return driverIds;
}

function cardAround({ latitude, longitude, country }: RushHourSettings["around"]): RateCard {
  const zones = [{ code: "town", radius: { latitude, longitude, meters: zoneMeters } }];
  const price = { base: 400, per_km: 90 };
  const within = { pickup_zones: ["town"], delivery_zones: ["town"] };
  const express = { code: "express", name: "Express", ...within, price, cancellation: [] };
  const services = [{ ...express, lead_minutes: 3, speed_kmh: 20 }];
  return { currency: currencyOf(country), time_zone: "UTC", zones, services };
}
