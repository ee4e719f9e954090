import { type Static, Type } from "@sinclair/typebox";
import { KeySchema } from "../../access/keys/schema.ts";
import { LimitsSchema } from "../../access/limits/schema.ts";
import { Environment, Id, Named, Nullable, Timestamp } from "../../infra/http/schema.ts";
import { CarrierSchema } from "../carriers/schema.ts";

/** The account as its caller sees it. */
export const AccountSchema = Named("Account", {
  id: Id("acct"),
  name: Type.String({ examples: ["Book shop"] }),
  environment: Environment,
  created_at: Timestamp,
  tier: Type.String({ examples: ["free"] }),
  limits: Nullable(LimitsSchema, { description: "In each environment; null where there are none." }),
  requests_left_today: Nullable(
    Type.Integer({
      minimum: 0,
      description:
        "In this environment, after this request, until midnight UTC; null where there is no limit.",
    }),
  ),
  stored_bytes: Type.Integer({
    minimum: 0,
    description:
      "What the account stores in this environment: shipments, their events and pictures, attempts at deliveries, and kept answers.",
  }),
  carriers: Type.Array(CarrierSchema, {
    description: "Who is asked for offers in this environment; where nobody is, no shipment has any.",
  }),
  key: Nullable(
    Named(
      "KeyInUse",
      Type.Pick(KeySchema, ["id", "name", "prefix", "last4", "scopes", "expires_at"]).properties,
      {
        description: "The key of this request; null for somebody who is signed in.",
      },
    ),
  ),
});
export type AccountView = Static<typeof AccountSchema>;
