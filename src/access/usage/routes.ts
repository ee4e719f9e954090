import { Elysia } from "elysia";
import type { Deps } from "../../infra/deps.ts";
import { withCaller } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { platform } from "../platform.ts";
import { type OutcomeWords, UsageQuery, usageSchema } from "./schema.ts";
import { getUsage } from "./service.ts";

/** @param words the possible outcomes of shipments and deliveries */
export const usageRoutes = (deps: Deps, words: OutcomeWords) =>
  new Elysia({ prefix: "/api/v1/platform" })
    .use(withCaller)
    .get("/usage", ({ query, caller }) => getUsage(deps, caller, query, words), {
      query: UsageQuery,
      response: { 200: usageSchema(words) },
      detail: operation(platform("usage:read"), {
        operationId: "getUsage",
        tags: ["Usage"],
        summary: "Count requests, shipments and deliveries",
        description:
          "Counts for one environment by day, API key or route, up to the previous request. Authenticated requests count, whatever their response. Waybill keeps counts for 400 days; a killed server may lose its last second.",
      }),
    });
