import { Elysia } from "elysia";
import type { Deps } from "../../infra/deps.ts";
import { withCaller } from "../../infra/http/context.ts";
import { operation, platform } from "../../infra/http/operation.ts";
import { Query } from "../../infra/http/schema.ts";
import { AccountSchema, UsageQuery, UsageSchema } from "./schema.ts";
import { describeCaller, getUsage } from "./service.ts";

export const usageRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform" })
    .use(withCaller)
    .get("/account", ({ caller }) => describeCaller(deps, caller), {
      query: Query({}),
      response: { 200: AccountSchema },
      detail: operation(platform(), {
        operationId: "getAccount",
        tags: ["Usage"],
        summary: "Read the account, the environment, the limits and the key in use",
        description: "Any key that is valid may ask, whatever its scopes.",
      }),
    })
    .get("/usage", ({ query, caller }) => getUsage(deps, caller, query), {
      query: UsageQuery,
      response: { 200: UsageSchema },
      detail: operation(platform("usage:read"), {
        operationId: "getUsage",
        tags: ["Usage"],
        summary: "Count requests, shipments and deliveries",
        description:
          "Of the account, in one environment, up to the request before this one: by day, by API key or by route. Requests count once they are authenticated, whatever the answer. Counts are kept for 400 days; a server that is killed may lose those of its last second.",
      }),
    });
