import { type Static, Type } from "@sinclair/typebox";
import { Named } from "../../infra/http/schema.ts";

/** More would be no limit, and no exact number. */
const rateMax = 1_000_000;
const perDayMax = 1e12;
const storageBytesMax = 1e15;

/** What of the limits of a tier is to be changed. */
export const LimitsPatch = Named("LimitsPatch", {
  requests_per_second: Type.Optional(Type.Integer({ minimum: 1, maximum: rateMax })),
  burst: Type.Optional(
    Type.Integer({ minimum: 1, maximum: rateMax, description: "Maximum burst of requests." }),
  ),
  requests_per_day: Type.Optional(
    Type.Integer({ minimum: 1, maximum: perDayMax, description: "Maximum requests per UTC day." }),
  ),
  storage_bytes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: storageBytesMax, description: "Maximum stored bytes." }),
  ),
});
export type LimitsPatch = Static<typeof LimitsPatch>;
