import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import { RecipientMails } from "./schema.ts";
import { listRecipientMails } from "./service.ts";

export const recipientMailRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/shipments/:id/recipient-mails" })
    .use(withCaller)
    .get("", ({ params: { id }, caller }) => listRecipientMails(deps, caller, id), {
      query: Query({}),
      response: { 200: RecipientMails },
      detail: operation(platform("shipments:read"), {
        operationId: "listRecipientMails",
        tags: ["Shipments"],
        summary: "List the emails to the recipient",
        description:
          "Which emails Waybill sent to the recipient, and when, without the address. Empty in the sandbox, and while `recipient_mail` of the account is off.",
      }),
    });
