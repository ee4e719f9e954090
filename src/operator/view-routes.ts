import { Elysia } from "elysia";
import { SessionSchema } from "../access/accounts/schema.ts";
import { getSession } from "../access/accounts/sessions/sessions.ts";
import { endView, startView } from "../access/accounts/sessions/viewing.ts";
import type { Deps } from "../infra/deps.ts";
import { withSession } from "../infra/http/context.ts";
import { operation } from "../infra/http/operation.ts";
import { NoQuery } from "../infra/http/schema.ts";

const tags = ["Operator"] as const;

/** Looking as an account. */
export const operatorViewRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/operator/accounts" })
    .use(withSession)
    .post(
      "/:id/view",
      async ({ params: { id }, session }) => {
        await startView(deps, session, id);
        return getSession(deps, session.sessionId);
      },
      {
        query: NoQuery,
        response: { 200: SessionSchema },
        detail: operation(
          { kind: "operator" },
          {
            operationId: "startOperatorView",
            tags,
            isRepeatable: true,
            summary: "Look as an account",
            description:
              "From the next request on, for 30 minutes, this session reads what the people of the account read. Changes and secrets are refused with `viewing_is_read_only`, and operations of the operator with `operator_required`. The requests are not the account's usage. Both audit logs record beginning and end. Your own account is `not_found`.",
          },
        ),
      },
    )
    .delete("/:id/view", ({ params: { id }, session }) => endView(deps, session, id), {
      query: NoQuery,
      detail: operation(
        { kind: "operator", asOneself: true },
        {
          operationId: "endOperatorView",
          tags,
          summary: "Stop looking as an account",
          description: "This session is the operator's again.",
          answer: { empty: { 204: "No view of the account is left." } },
        },
      ),
    });
