import { AppError } from "../../../infra/errors.ts";
import { distanceMeters, pointOf } from "../../../infra/geography/coordinates.ts";
import { encodePolyline } from "../../../infra/geography/polyline.ts";
import { cacheJson } from "../../../infra/http/raw-json.ts";
import type { Locate } from "../../lifecycle/places/locating.ts";
import { completeGpsFault } from "../../lifecycle/simulation/input/faults.ts";
import { readRoute } from "../../lifecycle/simulation/input/route.ts";
import type { ShipmentView } from "../../lifecycle/state/schema.ts";
import type { Address, Contact, DeliveryStop, Parcel, Stop } from "../../model/model.ts";
import type { Script } from "../../model/script/schema.ts";
import { type Simulation, scripted } from "../../model/script/simulation.ts";
import type { CreateShipment } from "./schema.ts";
import { inUtc } from "./window.ts";

/** Completes a request with default values. Pure: ids, seeds and geocoding come from the caller. */

/** The largest shipment that a client may create or update, as JSON. */
const shipmentBytesMax = 64 * 1024;

type StopInput = CreateShipment["pickup"];
function completeContact(input: StopInput["contact"]): Contact {
  return {
    name: input.name,
    company: input.company ?? null,
    phone: input.phone ?? null,
    email: input.email ?? null,
    ...(input.language != null && { language: input.language }),
  };
}

export function completeAddress(input: StopInput["address"], locate: Locate): Address {
  const { latitude, longitude } = input;
  return {
    line1: input.line1,
    line2: input.line2 ?? null,
    city: input.city,
    state: input.state ?? null,
    postal_code: input.postal_code ?? null,
    country: input.country,
    ...(latitude != null && longitude != null
      ? { latitude, longitude, geocode_source: "client" as const }
      : locate(input)),
  };
}

export function completeStop(input: StopInput, locate: Locate): Stop {
  return {
    contact: completeContact(input.contact),
    address: completeAddress(input.address, locate),
    instructions: input.instructions ?? null,
    window: input.window ? inUtc(input.window) : null,
  };
}

export function completeDelivery(input: CreateShipment["delivery"], locate: Locate): DeliveryStop {
  const required = input.requirements ?? {};
  return {
    ...completeStop(input, locate),
    requirements: {
      signature: required.signature ?? false,
      photo: required.photo ?? false,
      pin: required.pin ?? false,
      min_age: required.min_age ?? null,
    },
  };
}

export function completeParcel(input: CreateShipment["parcels"][number], id: string): Parcel {
  return {
    id,
    description: input.description ?? null,
    quantity: input.quantity ?? 1,
    weight_grams: input.weight_grams,
    length_mm: input.length_mm ?? null,
    width_mm: input.width_mm ?? null,
    height_mm: input.height_mm ?? null,
    reference: input.reference ?? null,
    value: input.value ?? null,
  };
}

/** Of a valid request. */
export function completeSimulation(
  input: CreateShipment["simulation"],
  standard: Pick<Simulation, "speed" | "seed">,
): Simulation {
  const seed = input?.seed ?? standard.seed;
  const gpsFaults = (input?.gps_faults ?? []).map((fault) => completeGpsFault(fault, seed));
  return {
    speed: input?.speed ?? standard.speed,
    seed,
    ...(input?.script
      ? { outcome: scripted, script: input.script as Script }
      : { outcome: input?.outcome ?? "delivered" }),
    ...(gpsFaults.length > 0 ? { gps_faults: gpsFaults } : {}),
    ...(input?.route !== undefined ? { route: encodePolyline(readRoute(input.route).points) } : {}),
    ...(input == null ? { isDefault: true } : {}),
  };
}

/** Great-circle distance; null if one of them has no place. */
export function distanceBetween(pickup: Address, delivery: Address): number | null {
  const from = pointOf(pickup);
  const to = pointOf(delivery);
  return from && to ? distanceMeters(from, to) : null;
}

/** Each event of a shipment holds the whole shipment, as JSON that is kept. @throws AppError `shipment_too_large` */
export function refuseTooLarge(view: ShipmentView): void {
  if (Buffer.byteLength(cacheJson(view)) <= shipmentBytesMax) return;
  throw new AppError("shipment_too_large", {
    detail: `A shipment may have at most ${shipmentBytesMax} bytes as JSON. Shorten metadata, descriptions or parcels.`,
  });
}
