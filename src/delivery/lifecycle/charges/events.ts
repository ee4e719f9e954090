import { Named } from "../../../infra/http/schema.ts";
import type { EventDefinitions } from "../../../messaging/events/catalog.ts";
import { ChargeSchema, type ChargeView } from "./schema.ts";

const example: ChargeView = {
  id: "chg_01m7x5rdwme1ct34p92xd7wpnk",
  environment: "sandbox",
  shipment_id: "shp_01m7x5rdwme1ct34p92xd7wpnk",
  assignment_id: "asg_01m7x5rdwme1ct34p92xd7wpnk",
  account_id: "acct_01m7x5rdwme1ct34p92xd7wpnk",
  carrier_id: "car_01m7x5rdwme1ct34p92xd7wpnk",
  kind: "delivery",
  amount: { amount: 890, currency: "EUR" },
  billed_by: "installation",
  reverses: null,
  created_at: "2026-01-31T09:31:00.000Z",
};

export const chargeEvents = {
  "charge.created": {
    data: Named("ChargeEventData", { charge: ChargeSchema }),
    example: { charge: example },
  },
} as const satisfies EventDefinitions;
