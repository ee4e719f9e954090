import type { LiveDriver, LivePosition, LiveState } from "../../../../../src/delivery/fleet/live/schema.ts";

/** What the stream of the dispatch page says. */

const position = (latitude: number) => ({
  latitude,
  longitude: 13.4,
  accuracy_meters: 5,
  heading_degrees: null,
  speed_mps: null,
  recorded_at: "2026-01-31T09:30:00.000Z",
  received_at: "2026-01-31T09:30:00.000Z",
});

export const driver = (driver_id: string, latitude: number | null): LiveDriver => ({
  driver_id,
  carrier_id: "car_1",
  name: driver_id,
  on_duty: latitude !== null,
  position: latitude === null ? null : position(latitude),
});

export const carrier = (
  shipment_id: string,
  latitude: number,
  driver_id: string | null = null,
): LivePosition => ({
  shipment_id,
  driver_id,
  position: position(latitude),
});

export const state = (shipment_id: string, change: Partial<LiveState> = {}): LiveState => ({
  shipment_id,
  driver_id: null,
  account_id: "acct_1",
  assignment_id: "asg_1",
  carrier_id: "car_1",
  status: "in_transit",
  substatus: null,
  reference: null,
  tracking_number: "WB1",
  eta: null,
  updated_at: "2026-01-31T09:30:00.000Z",
  ...change,
});
