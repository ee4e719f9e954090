import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller, withOperator } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import {
  AttentionGroupPage,
  AttentionGroupQuery,
  AttentionItemSchema,
  AttentionPage,
  AttentionParameters,
  AttentionQuery,
  OperatorAttentionGroupQuery,
  OperatorAttentionParameters,
  OperatorAttentionQuery,
} from "./schema.ts";
import { dismissAttention, listAttention, listAttentionGroups } from "./service.ts";

const listed = "Soonest harm first; an empty list is the goal.";
const grouped =
  "Items that need a person for the same reason are one group with their number. Soonest harm first.";
const dismissed =
  "Hides the item for as long as its rule holds: somebody has seen to it. If the rule ends and holds again, it comes back as a new item.";

export const attentionRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/attention" })
    .use(withCaller)
    .get(
      "",
      ({ query, caller, request, set }) =>
        linkNext(listAttention(deps, caller, "account", query), request, set.headers),
      {
        query: AttentionQuery,
        response: { 200: AttentionPage },
        detail: operation(platform("drivers:read"), {
          operationId: "listAttention",
          tags: ["Attention"],
          summary: "List what needs a person",
          description: `Shipments with a trouble that somebody should see to, each with what can be done. ${listed}`,
        }),
      },
    )
    .get(
      "/groups",
      ({ query, caller, request, set }) =>
        linkNext(listAttentionGroups(deps, caller, "account", query), request, set.headers),
      {
        query: AttentionGroupQuery,
        response: { 200: AttentionGroupPage },
        detail: operation(platform("drivers:read"), {
          operationId: "listAttentionGroups",
          tags: ["Attention"],
          summary: "List what needs a person, by its reason",
          description: grouped,
        }),
      },
    )
    .post("/:id/dismissal", ({ params: { id }, caller }) => dismissAttention(deps, caller, "account", id), {
      query: AttentionParameters,
      response: { 200: AttentionItemSchema },
      detail: operation(platform("dispatch:write"), {
        operationId: "dismissAttention",
        tags: ["Attention"],
        summary: "Dismiss an item",
        description: dismissed,
      }),
    });

/** Items of attention of the jobs of the installation's carriers. */
export const operatorAttentionRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/operator/attention" })
    .use(withOperator)
    .get(
      "",
      ({ query, caller, request, set }) =>
        linkNext(listAttention(deps, caller, "installation", query), request, set.headers),
      {
        query: OperatorAttentionQuery,
        response: { 200: AttentionPage },
        detail: operation(
          { kind: "operator" },
          {
            operationId: "listOperatorAttention",
            tags: ["Operator"],
            summary: "List what needs a person",
            description: `Jobs of the installation's carriers with a trouble, whoever sent the shipment. ${listed}`,
            problems: ["environment_required"],
          },
        ),
      },
    )
    .get(
      "/groups",
      ({ query, caller, request, set }) =>
        linkNext(listAttentionGroups(deps, caller, "installation", query), request, set.headers),
      {
        query: OperatorAttentionGroupQuery,
        response: { 200: AttentionGroupPage },
        detail: operation(
          { kind: "operator" },
          {
            operationId: "listOperatorAttentionGroups",
            tags: ["Operator"],
            summary: "List what needs a person, by its reason",
            description: grouped,
            problems: ["environment_required"],
          },
        ),
      },
    )
    .post(
      "/:id/dismissal",
      ({ params: { id }, caller }) => dismissAttention(deps, caller, "installation", id),
      {
        query: OperatorAttentionParameters,
        response: { 200: AttentionItemSchema },
        detail: operation(
          { kind: "operator" },
          {
            operationId: "dismissOperatorAttention",
            tags: ["Operator"],
            summary: "Dismiss an item",
            description: `${dismissed} The account still sees it.`,
            problems: ["environment_required"],
          },
        ),
      },
    );
