import { Elysia } from "elysia";
import { CreateTier, PatchTier } from "../access/limits/schema.ts";
import { removeTier } from "../access/limits/tiers.ts";
import type { Deps } from "../infra/deps.ts";
import { mergePatch } from "../infra/http/body.ts";
import { withSession } from "../infra/http/context.ts";
import { operation } from "../infra/http/operation.ts";
import { NoQuery } from "../infra/http/schema.ts";
import { OperatorTier, OperatorTiers } from "./schema.ts";
import { addTier, listOperatorTiers, patchTier } from "./tiers.ts";

const tags = ["Operator"] as const;
const access = { kind: "operator" } as const;

export const tierRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/operator/tiers" })
    .use(withSession)
    .get("", () => listOperatorTiers(deps), {
      query: NoQuery,
      response: { 200: OperatorTiers },
      detail: operation(access, {
        operationId: "listOperatorTiers",
        tags,
        summary: "List tiers",
        description: "Smallest first. Those without limits come last.",
      }),
    })
    .post("", ({ body, session }) => addTier(deps, session, body), {
      body: CreateTier,
      query: NoQuery,
      response: { 201: OperatorTier },
      detail: operation(access, {
        operationId: "createOperatorTier",
        tags,
        answer: { location: "/api/v1/operator/tiers/{name}" },
        summary: "Create a tier",
        description: "Move accounts to it with `PATCH /operator/accounts/{id}`.",
        problems: ["limit_reached"],
      }),
    })
    .patch("/:name", ({ params: { name }, body, session }) => patchTier(deps, session, name, body), {
      body: PatchTier,
      query: NoQuery,
      response: { 200: OperatorTier },
      detail: operation(access, {
        operationId: "patchOperatorTier",
        tags,
        body: mergePatch,
        summary: "Change a tier",
        description:
          "Takes effect with the next request of every account in the tier. A tier without limits cannot get any. When you rename a tier, its accounts follow, and `WAYBILL_DEFAULT_TIER` may keep the former name.",
      }),
    })
    .delete("/:name", ({ params: { name }, session }) => removeTier(deps, session, name), {
      query: NoQuery,
      detail: operation(access, {
        operationId: "removeOperatorTier",
        tags,
        summary: "Remove a tier",
        description: "Refused while an account has the tier, or new accounts get it.",
        answer: { empty: { 204: "The tier is removed." } },
        problems: ["tier_in_use"],
      }),
    });
