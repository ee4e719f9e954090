import { Named, Timestamp } from "../../infra/http/schema.ts";
import type { EventDefinitions } from "../../messaging/events/catalog.ts";
import { CarrierSchema } from "./schema.ts";

const data = Named("CarrierEventData", { carrier: CarrierSchema, since: Timestamp });
const example = {
  carrier: { id: "car_01m7x5rdwme1ct34p92xd7wpnk", code: "city_riders", name: "City Riders" },
  since: "2026-01-31T09:30:00.000Z",
};

/** Events of an account's own carriers; `since` is when the carrier's circuit opened. */
export const carrierEvents = {
  "carrier.failing": { data, example },
  "carrier.recovered": { data, example },
} as const satisfies EventDefinitions;
