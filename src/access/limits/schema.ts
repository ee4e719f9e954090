import { type Static, Type } from "@sinclair/typebox";
import { Named } from "../../infra/http/schema.ts";

/** Higher values would limit nothing, and may not be exact numbers. */
const rateMax = 1_000_000;
const perDayMax = 1e12;
const storageBytesMax = 1e15;

/** Changes to the limits of a tier. */
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
