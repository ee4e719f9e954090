import { Elysia } from "elysia";
import type { Deps } from "../../infra/deps.ts";
import { withSession } from "../../infra/http/context.ts";
import { endedCookie } from "../../infra/http/cookie.ts";
import { operation } from "../../infra/http/operation.ts";
import { signedIn } from "../platform.ts";
import { removeMember } from "./removal.ts";
import { LossQuery } from "./schema.ts";

export const removalRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/account/members" }).use(withSession).delete(
    "/:id",
    async ({ params: { id }, query, session, set }) => {
      await removeMember(deps, session, id, query.revoke_credentials === "true");
      if (id === session.user.id) set.headers["set-cookie"] = endedCookie(deps, "session");
    },
    {
      query: LossQuery,
      detail: operation(signedIn("people:read"), {
        operationId: "removeMember",
        tags: ["People"],
        summary: "Remove a person, or leave",
        description:
          "Ends the person's sessions, links and invitations at once. Within seconds Waybill also erases their email and addresses " +
          "from the audit log, stored responses and the request log. What the person created stays, unless you send `?revoke_credentials=true`. " +
          "Removing others needs `people:write`; with your own id you leave the account. At least one owner remains.",
        problems: ["confirmation_required", "last_owner", "operator_not_removable"],
        answer: { cookie: true, empty: { 204: "The person is gone." } },
      }),
    },
  );
