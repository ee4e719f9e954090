import { type Static, Type } from "@sinclair/typebox";
import { KeySchema } from "../../access/keys/schema.ts";
import { LimitsSchema } from "../../access/schema.ts";
import { Environment, Id, Named, Nullable, Timestamp } from "../../infra/http/schema.ts";
import { CarrierSchema } from "../carriers/schema.ts";

/** The account as its caller sees it. */
export const AccountSchema = Named("Account", {
  id: Id("acct"),
  name: Type.String({ examples: ["Book shop"] }),
  environment: Environment,
  created_at: Timestamp,
  tier: Type.String({ examples: ["free"] }),
  limits: Nullable(LimitsSchema, {
    description: "Limits in each environment. Null for a tier without limits.",
  }),
  requests_left_today: Nullable(
    Type.Integer({
      minimum: 0,
      description:
        "Requests left in this environment until midnight UTC, after this one. Null without a limit.",
    }),
  ),
  stored_bytes: Type.Integer({
    minimum: 0,
    description:
      "Bytes stored in this environment: shipments with events and images, delivery attempts and idempotent responses.",
  }),
  carriers: Type.Array(CarrierSchema, {
    description: "The carriers asked for quotes in this environment. If empty, shipments get no quotes.",
  }),
  key: Nullable(
    Named(
      "KeyInUse",
      Type.Pick(KeySchema, ["id", "name", "prefix", "last4", "scopes", "expires_at"]).properties,
      {
        description: "The key of this request. Null for a session.",
      },
    ),
  ),
});
export type AccountView = Static<typeof AccountSchema>;
