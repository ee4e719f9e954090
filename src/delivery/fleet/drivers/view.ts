import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { DriverPlace } from "./driver.ts";
import type { DriverView } from "./schema.ts";
import type { DriverRow } from "./store.ts";

/** What the dispatcher and the driver see alike. */
export function toDriverMembers(row: DriverRow) {
  return {
    name: row.name,
    phone: row.phone,
    vehicle: row.vehicle,
    language: row.language,
    on_duty: row.onDuty,
    duty_until: toTimestampOrNull(row.dutyUntil),
    capacity: { assignments: row.capacityAssignments, weight_grams: row.capacityWeightGrams },
  };
}

/** A driver as the dispatcher sees one. */
export function toDriverView(
  row: DriverRow,
  more: Pick<DriverView, "active_assignments" | "devices" | "absent_until"> & {
    environment: Environment;
    place: DriverPlace | undefined;
  },
): DriverView {
  const { environment, place, ...counted } = more;
  return {
    id: row.id,
    environment,
    carrier_id: row.carrierId,
    ...toDriverMembers(row),
    position: place ? toPositionView(place) : null,
    without_phone: row.withoutPhone,
    ...counted,
    version: row.version,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

function toPositionView(place: DriverPlace): NonNullable<DriverView["position"]> {
  return {
    latitude: place.latitude,
    longitude: place.longitude,
    accuracy_meters: place.accuracyMeters,
    heading_degrees: place.headingDegrees,
    speed_mps: place.speedMps,
    recorded_at: toTimestamp(place.recordedAt),
  };
}
