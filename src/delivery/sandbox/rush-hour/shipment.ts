import { minuteMs } from "../../../infra/units.ts";
import { pickName } from "../../carriers/kinds/simulated/names.ts";
import { seededRandom } from "../../carriers/kinds/simulated/random.ts";
import type { ShipmentDraft } from "../../orders/shipments/schema.ts";
import type { PlannedShipment } from "./plan.ts";
import type { RushHourSettings } from "./settings.ts";

/** The body of a planned shipment. */

/** A simulated delivery takes a minute by itself: this slow, one takes ten, as in a town. */
const tripSpeed = 0.1;
const senders = ["Book shop", "Bakery", "Pharmacy", "Flower shop", "Bike shop", "Wine shop"] as const;
const goods = ["Books", "Cake", "Medicine", "Flowers", "Spare parts", "Wine"] as const;

/** @param now when it is created, from which its window counts */
export function toDraft(settings: RushHourSettings, planned: PlannedShipment, now: number): ShipmentDraft {
  const { number, carrier, outcome, windowMinutes, requirements } = planned;
  const { seed, speed, around } = settings;
  const random = seededRandom(`${seed}:shipment-${number}`);
  const shop = Math.floor(random() * senders.length);
  const address = (line1: string, point: PlannedShipment["pickup"]) => ({
    line1,
    city: around.city,
    country: around.country,
    ...point,
  });
  const toIso = (at: number) => new Date(at).toISOString();
  return {
    reference: `RUSH-${number + 1}`,
    pickup: {
      contact: { name: senders[shop] as string },
      address: address(`Market Square ${1 + (number % 20)}`, planned.pickup),
    },
    delivery: {
      contact: { name: pickName(random) },
      address: address(`Station Road ${1 + number}`, planned.delivery),
      window:
        windowMinutes === null ? null : { start: toIso(now), end: toIso(now + windowMinutes * minuteMs) },
      requirements,
    },
    parcels: [{ description: goods[shop] as string, weight_grams: planned.weightGrams }],
    // Without it, all carriers of the account make offers, and so does the fleet.
    simulation: carrier === "fleet" ? null : { speed: tripSpeed * speed, seed: `${seed}-${number}`, outcome },
  };
}
