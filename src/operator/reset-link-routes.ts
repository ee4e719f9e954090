import { Elysia } from "elysia";
import { makeResetLinkOf } from "../access/accounts/recovery/recovering.ts";
import { ResetLink } from "../access/accounts/schema.ts";
import type { Deps } from "../infra/deps.ts";
import { withSession } from "../infra/http/context.ts";
import { operation } from "../infra/http/operation.ts";
import { NoQuery } from "../infra/http/schema.ts";

export const resetLinkRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/operator/accounts/:id/members/:userId" })
    .use(withSession)
    .post(
      "/reset-link",
      ({ params: { id, userId }, session }) => makeResetLinkOf(deps, session, id, userId),
      {
        query: NoQuery,
        response: { 201: ResetLink },
        detail: operation(
          { kind: "operator" },
          {
            operationId: "createPasswordResetLink",
            tags: ["Operator"],
            summary: "Create a link for a user's new password",
            description:
              "For a user who forgot the password, where no email is sent. Hand the link over: it works once, for 1 hour. A new link ends the one before. Both audit logs have it.",
            problems: ["confirmation_required"],
            isRepeatable: true,
            answer: { secret: true },
          },
        ),
      },
    );
