import type { DriverMeView } from "../../delivery/driver-api/me-schema.ts";

/** What the driver API answers, as far as the page reads it. */

export type DriverMe = DriverMeView;
export type StopKind = "pickup" | "delivery" | "return";

interface Person {
  name: string;
  company?: string | null;
  phone: string | null;
}

export interface DriverStop {
  /** `<assignment>.<kind>` */
  id: string;
  assignment_id: string;
  shipment_id: string;
  kind: StopKind;
  state: "offered" | "next" | "planned";
  answer_until: string | null;
  tracking_number: string | null;
  reference: string | null;
  substatus: string | null;
  address: {
    line1?: string | null;
    line2?: string | null;
    city: string;
    postal_code: string | null;
    country: string;
    latitude?: number | null;
    longitude?: number | null;
    geocode_source?: string;
  };
  contact: Person | null;
  sender_contact?: Person | null;
  instructions: string | null;
  window: { start: string; end: string } | null;
  estimated_at: string | null;
  parcel_count: number;
  weight_grams: number;
  distance_meters?: number | null;
  requirements: { signature: boolean; photo: boolean; pin: boolean; min_age: number | null } | null;
  if_undeliverable: "return" | "leave_at_door" | "discard";
  pin_tries_left: number | null;
}
