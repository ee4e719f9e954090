import { type Static, Type } from "@sinclair/typebox";
import { Named } from "../http/schema.ts";

/** What an account may ask in each of its environments. */
export const LimitsSchema = Named(
  "Limits",
  {
    requests_per_second: Type.Integer({ minimum: 1 }),
    burst: Type.Integer({ minimum: 1, description: "Requests that may come at once." }),
    requests_per_day: Type.Integer({ minimum: 1, description: "On a UTC day." }),
  },
  { examples: [{ requests_per_second: 10, burst: 20, requests_per_day: 10_000 }] },
);
export type LimitsView = Static<typeof LimitsSchema>;
