import { Elysia } from "elysia";
import type { Deps } from "../../../infra/deps.ts";
import { withSession } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import { Confirm } from "../schema.ts";
import { confirm, confirmationMinutes } from "./confirmation.ts";

/** An address and passwords of 256 characters need no more. */
const smallBody = { bytesMax: 8 * 1024 };

export const confirmationRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/auth" })
    .use(withSession)
    .post("/confirmation", ({ body, session }) => confirm(deps, session, body), {
      body: Confirm,
      query: NoQuery,
      detail: operation(
        { kind: "session" },
        {
          operationId: "confirmSession",
          tags: ["Accounts"],
          body: smallBody,
          summary: "Enter the password again",
          description: `For ${confirmationMinutes} minutes, the session may do what answers \`confirmation_required\` otherwise. Signing in counts too.`,
          problems: ["sign_in_throttled", "busy"],
          answer: { empty: { 204: "The session is confirmed." } },
        },
      ),
    });
