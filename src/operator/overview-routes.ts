import { Elysia } from "elysia";
import type { DeliveryDeps } from "../delivery/carriers/deps.ts";
import { withSession } from "../infra/http/context.ts";
import { operation } from "../infra/http/operation.ts";
import { NoQuery } from "../infra/http/schema.ts";
import { OperatorOverview } from "./account-schema.ts";
import { takeDismissalBack } from "./dismissal.ts";
import { dismiss, getOverview, listNeedViews } from "./overview.ts";
import { OperatorNeed, OperatorNeeds } from "./overview-schema.ts";

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
          "Of the installation and of accounts, the most urgent first, as of some seconds ago. What is missing before people rely on the installation has a `remedy`; nothing of it is urgent before the first live shipment. An account whose endpoint keeps its own deliveries waiting is listed for the account: no job is behind then.",
      }),
    })
    .post("/needs/:kind/dismissal", ({ params: { kind }, session }) => dismiss(deps, session, kind), {
      query: NoQuery,
      response: { 200: OperatorNeed },
      detail: operation(access, {
        operationId: "dismissOperatorNeed",
        tags,
        summary: "Leave something as it is",
        description:
          "For what is missing before you go live: it stays in the list with who dismissed it and when, and is not urgent. `address_is_local` and `no_backup_elsewhere` come back with the first live shipment. You can dismiss them again then.",
        isRepeatable: true,
      }),
    })
    .delete(
      "/needs/:kind/dismissal",
      ({ params: { kind }, session }) => takeDismissalBack(deps, session, kind),
      {
        query: NoQuery,
        detail: operation(access, {
          operationId: "takeOperatorDismissalBack",
          tags,
          summary: "Take a dismissal back",
          description: "From then on it needs the operator again, if it is still missing.",
          answer: { empty: { 204: "Nobody leaves it as it is any more." } },
        }),
      },
    );
