import { type Static, Type } from "@sinclair/typebox";
import { Named, Words } from "../infra/http/schema.ts";
import { scopes } from "./model.ts";

/** Shapes that the features of this layer share. */

export const Scope = Words(scopes, { title: "Scope" });

/** An account's limits in each of its environments. */
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
