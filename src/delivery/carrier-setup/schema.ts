import { type Static, Type } from "@sinclair/typebox";
import { Environment, GrowingWords, Id, Named } from "../../infra/http/schema.ts";

const Code = Type.String({ examples: ["city_riders"] });
const CarrierName = Type.String({ examples: ["City Riders"] });
const Kind = Type.String({ description: "How Waybill reaches the carrier.", examples: ["http"] });

export const CarrierIdentitySchema = Named("OwnCarrier", {
  id: Id("car"),
  environment: Environment,
  code: Code,
  name: CarrierName,
  kind: Kind,
  status: GrowingWords(["active", "paused"]),
  token: Named("TokenInUse", {
    id: Id("tok"),
    prefix: Type.String({ examples: ["wbc_sandbox_"] }),
    last4: Type.String({ examples: ["q7Pd"] }),
  }),
});
export type CarrierIdentityView = Static<typeof CarrierIdentitySchema>;
