import type { ReasonCode } from "../../../model/model.ts";

/** Karrio's reasons of incidents (`TrackingIncidentReason`), in Waybill's words. */
const reasons: ReadonlyMap<string, ReasonCode> = new Map(
  Object.entries({
    carrier_damaged_parcel: "damaged",
    carrier_parcel_lost: "lost",
    carrier_address_not_found: "address_not_found",
    carrier_vehicle_issue: "vehicle_breakdown",
    carrier_mechanical_delay: "vehicle_breakdown",
    carrier_capacity_exceeded: "no_supply",
    carrier_not_enough_time: "timeout",
    retailer_cancelled: "cancelled_by_client",
    retailer_incorrect_data: "address_not_found",
    retailer_not_ready: "pickup_not_ready",
    retailer_incorrect_parcel: "parcel_mismatch",
    retailer_incorrect_dimensions: "parcel_mismatch",
    retailer_packaging_issue: "parcel_mismatch",
    consignee_refused: "recipient_refused",
    consignee_business_closed: "recipient_unavailable",
    consignee_not_available: "recipient_unavailable",
    consignee_not_home: "recipient_unavailable",
    consignee_safe_place_unavailable: "recipient_unavailable",
    consignee_cancelled: "cancelled_by_client",
    consignee_verification_failed: "verification_failed",
    consignee_incorrect_address: "address_not_found",
    consignee_access_restricted: "access_restricted",
    customs_delay: "customs_hold",
    customs_documentation: "customs_hold",
    customs_duties_unpaid: "customs_hold",
    customs_prohibited: "customs_hold",
    customs_inspection: "customs_hold",
    weather_delay: "weather",
    natural_disaster: "weather",
    force_majeure: "weather",
  } satisfies Record<string, ReasonCode>),
);

/** `other` for reasons that Waybill has no word for, and for none. */
export function reasonOf(karrio: string | null | undefined): ReasonCode {
  return reasons.get(karrio ?? "") ?? "other";
}
