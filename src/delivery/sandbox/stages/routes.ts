import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import { Query } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { CreateStage, StagePage, StageQuery, StageWithKeys } from "./schema.ts";
import { createStage, listStages, removeStage } from "./service.ts";

const tags = ["Sandbox"] as const;
const reading = { ...platform("shipments:read"), sandboxOnly: true } as const;
const writing = { ...platform("sandbox:write"), sandboxOnly: true } as const;

export const stageRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform/sandbox/stages" })
    .use(withCaller)
    .post("", ({ body, caller }) => createStage(deps, caller, body), {
      body: CreateStage,
      query: Query({}),
      response: { 201: StageWithKeys },
      detail: operation(writing, {
        operationId: "createStage",
        tags,
        summary: "Open a stage for a test",
        description:
          "Opens an account of its own with its keys, in about a millisecond, so that parallel tests share one instance without seeing each other. Shipments, webhooks, events, faults, inbox and clock of a stage are its own. Its tier is that of new accounts, `--default-tier`. It lives until you delete it or the server stops. Only instances that run with `--ephemeral` have stages. A stage's key can open further stages. A repeated request with the same `Idempotency-Key` returns the same stage with its keys.",
        problems: ["stages_unavailable", "stage_seed_taken", "account_closing"],
      }),
    })
    .get(
      "",
      ({ query, caller, request, set }) => linkNext(listStages(deps, caller, query), request, set.headers),
      {
        query: StageQuery,
        response: { 200: StagePage },
        detail: operation(reading, {
          operationId: "listStages",
          tags,
          summary: "List your stages",
          description: "The stages that your account's keys opened, newest first, without their keys.",
          problems: ["stages_unavailable"],
        }),
      },
    )
    .delete("/:accountId", ({ params: { accountId }, caller }) => removeStage(deps, caller, accountId), {
      query: Query({}),
      detail: operation(writing, {
        operationId: "removeStage",
        tags,
        summary: "Delete a stage",
        description:
          "Deletes the stage's account with all its data, and the stages that it opened. Its keys end at once, and its seed is free again.",
        problems: ["stages_unavailable"],
        isSlow: true,
        answer: { empty: { 204: "The stage is gone." } },
      }),
    });
