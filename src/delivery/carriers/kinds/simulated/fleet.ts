import type { VehicleType } from "../../../model/model.ts";

/** What a simulated carrier charges and how it moves. Amounts are euro cents, whatever the currency. */
export interface SimulatedCarrier {
  id: string;
  code: string;
  name: string;
  service: { code: string; name: string };
  vehicle: VehicleType;
  speedMps: number;
  /** From the booking to the arrival at the pickup. */
  leadSeconds: number;
  /** Added to the ride: loading, doors, and the night in a depot. */
  handlingSeconds: number;
  baseAmount: number;
  perKmAmount: number;
  perKgAmount: number;
  weightGramsMax: number;
  sideMmMax: number;
  /** Null for a carrier that delivers everywhere and prices by zone. */
  distanceMetersMax: number | null;
}

export const fleet: readonly SimulatedCarrier[] = [
  {
    id: "car_01kbhn7q5he0tr51m8x4c2vd6b",
    code: "swift_bike",
    name: "Swift Bike",
    service: { code: "express", name: "Express" },
    vehicle: "bicycle",
    speedMps: 5.2,
    leadSeconds: 600,
    handlingSeconds: 300,
    baseAmount: 390,
    perKmAmount: 95,
    perKgAmount: 20,
    weightGramsMax: 15_000,
    sideMmMax: 600,
    distanceMetersMax: 30_000,
  },
  {
    id: "car_01kbhn7q5he0tr51m9f7w3ya8k",
    code: "city_van",
    name: "City Van",
    service: { code: "same_day", name: "Same Day" },
    vehicle: "van",
    speedMps: 9.5,
    leadSeconds: 1800,
    handlingSeconds: 1200,
    baseAmount: 790,
    perKmAmount: 70,
    perKgAmount: 12,
    weightGramsMax: 800_000,
    sideMmMax: 3000,
    distanceMetersMax: 400_000,
  },
  {
    id: "car_01kbhn7q5he0tr51mbs1p9gq4e",
    code: "parcel_post",
    name: "Parcel Post",
    service: { code: "next_day", name: "Next Day" },
    vehicle: "truck",
    speedMps: 16,
    leadSeconds: 7200,
    handlingSeconds: 64_800,
    baseAmount: 520,
    perKmAmount: 0,
    perKgAmount: 35,
    weightGramsMax: 70_000,
    sideMmMax: 1200,
    distanceMetersMax: null,
  },
];

/** Whether a simulated driver carries what this carrier was booked for. */
export function isSimulated(carrierId: string): boolean {
  return fleet.some(({ id }) => id === carrierId);
}
