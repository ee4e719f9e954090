import { type Static, Type } from "@sinclair/typebox";
import { Named } from "../../infra/http/schema.ts";

/** What an account may ask in each of its environments. */
export const LimitsSchema = Named(
  "Limits",
  {
    requests_per_second: Type.Integer({ minimum: 1 }),
    burst: Type.Integer({ minimum: 1, description: "Maximum burst of requests." }),
    requests_per_day: Type.Integer({ minimum: 1, description: "Maximum requests per UTC day." }),
    storage_bytes: Type.Integer({
      minimum: 1,
      description:
        "Maximum stored bytes. Above it, new shipments, changes and webhook endpoints are refused with `storage_quota_exceeded`.",
    }),
  },
  {
    examples: [
      { requests_per_second: 10, burst: 20, requests_per_day: 10_000, storage_bytes: 1_000_000_000 },
    ],
  },
);
export type LimitsView = Static<typeof LimitsSchema>;

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
