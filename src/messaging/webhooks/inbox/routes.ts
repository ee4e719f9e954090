import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import { Page, Query } from "../../../infra/http/schema.ts";
import { InboxMessage, InboxQuery } from "./schema.ts";
import { awaitMessages, emptyInbox } from "./service.ts";

const tags = ["Sandbox"] as const;
const reading = { ...platform("webhooks:read"), sandboxOnly: "or_ephemeral" } as const;
const writing = { ...platform("sandbox:write"), sandboxOnly: "or_ephemeral" } as const;

export const inboxRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/sandbox/inbox" })
    .use(withCaller)
    .get(
      "",
      async ({ query, caller, request, set }) =>
        linkNext(await awaitMessages(deps, caller, query, request.signal), request, set.headers),
      {
        query: InboxQuery,
        response: { 200: Page(InboxMessage) },
        detail: operation(reading, {
          operationId: "listInboxMessages",
          tags,
          summary: "List received webhooks",
          description:
            "What endpoints with the URL `waybill:inbox` received: the headers and the body of each request. Newest first, also with `after`, or in the order of `sort`. With `wait_seconds`, an empty list waits for its first message. Waybill keeps 1,000 messages for 7 days of real time. Live keys have an inbox on servers with `--ephemeral` only.",
          problems: ["limit_reached"],
          isSlow: true,
        }),
      },
    )
    .delete("", ({ caller }) => emptyInbox(deps, caller), {
      query: Query({}),
      detail: operation(writing, {
        operationId: "emptyInbox",
        tags,
        summary: "Empty the inbox",
        description: "Deletes the received webhooks. Endpoints and their delivery logs stay.",
        answer: { empty: { 204: "The inbox is empty." } },
      }),
    });
