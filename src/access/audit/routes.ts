import { Elysia } from "elysia";
import type { Deps } from "../../infra/deps.ts";
import { withSession } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { linkNext } from "../../infra/http/pagination.ts";
import { AuditPage, AuditQuery } from "./schema.ts";
import { listAuditEntries } from "./service.ts";

export const auditRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/audit" })
    .use(withSession)
    .get(
      "",
      ({ query, session, request, set }) =>
        linkNext(listAuditEntries(deps, session, query), request, set.headers),
      {
        query: AuditQuery,
        response: { 200: AuditPage },
        detail: operation(
          { kind: "session" },
          {
            operationId: "listAuditEntries",
            tags: ["Accounts"],
            summary: "List what was changed in the account, newest first",
            description:
              "Keys, webhook endpoints, sessions and passwords: what, by whom, from where and by which request. " +
              "Entries also record when the operator read the account's data.",
          },
        ),
      },
    );
