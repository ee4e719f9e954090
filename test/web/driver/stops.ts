import type { DriverStop, StopKind } from "../../../src/web/driver/wire.ts";

/** A stop of a job, as the server tells of it. */
export function stopOf(job: string, kind: StopKind, change: Partial<DriverStop> = {}): DriverStop {
  return {
    id: `${job}.${kind}`,
    assignment_id: job,
    shipment_id: job.replace("asg", "shp"),
    kind,
    state: "planned",
    answer_until: null,
    tracking_number: "WB0123456789A",
    reference: "ORD-1",
    substatus: "confirmed",
    address: {
      line1: "Torstr. 1",
      line2: null,
      state: null,
      city: "Berlin",
      postal_code: "10119",
      country: "DE",
      latitude: 52.5291,
      longitude: 13.4014,
      geocode_source: "client",
      geocode_precision: null,
      area: { latitude: 52.524, longitude: 13.411, radius_meters: 5000 },
    },
    contact: { name: "Alex", company: null, phone: kind === "delivery" ? null : "+4930123456" },
    sender_contact: kind === "delivery" ? { name: "Shop", phone: "+4930123456" } : null,
    instructions: null,
    recipient_instructions: null,
    window: null,
    estimated_at: null,
    distance_meters: null,
    parcels: [],
    parcel_count: 1,
    weight_grams: 1_200,
    requirements: kind === "delivery" ? { signature: false, photo: false, pin: false, min_age: null } : null,
    if_undeliverable: "return",
    pin_tries_left: null,
    ...change,
  };
}
