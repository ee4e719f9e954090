import type { DriverRow } from "./store.ts";

/** What the dispatcher and the driver see alike. */
export function toDriverMembers(row: DriverRow) {
  return {
    name: row.name,
    phone: row.phone,
    vehicle: row.vehicle,
    language: row.language,
    on_duty: row.onDuty,
    capacity: { assignments: row.capacityAssignments, weight_grams: row.capacityWeightGrams },
  };
}
