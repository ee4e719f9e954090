import { Elysia } from "elysia";
import type { DeliveryDeps } from "../delivery/carriers/deps.ts";
import { withSession } from "../infra/http/context.ts";
import { operation } from "../infra/http/operation.ts";
import { NoQuery } from "../infra/http/schema.ts";
import { OperatorOverview } from "./account-schema.ts";
import { getOverview, listNeedViews } from "./overview.ts";
import { OperatorNeeds } from "./overview-schema.ts";

const tags = ["Operator"] as const;
const access = { kind: "operator" } as const;

export const operatorOverviewRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/operator" })
    .use(withSession)
    .get("/overview", ({ session }) => getOverview(deps, session), {
      query: NoQuery,
      response: { 200: OperatorOverview },
      detail: operation(access, {
        operationId: "getOperatorOverview",
        tags,
        summary: "Read the state of the installation",
        description: "The installation in a few figures, and the accounts that need you.",
      }),
    })
    .get("/needs", () => listNeedViews(deps), {
      query: NoQuery,
      response: { 200: OperatorNeeds },
      detail: operation(access, {
        operationId: "listOperatorNeeds",
        tags,
        summary: "List what needs you",
        description:
          "Of the installation and of accounts, the most urgent first, as of some seconds ago. An account whose endpoint keeps its own deliveries waiting is listed for the account: no job is behind then.",
      }),
    });
