import { Elysia } from "elysia";
import type { Deps } from "../../infra/deps.ts";
import { withSession } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { linkNext } from "../../infra/http/pagination.ts";
import { signedIn } from "../platform.ts";
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
        detail: operation(signedIn("audit:read"), {
          operationId: "listAuditEntries",
          tags: ["Accounts"],
          summary: "List audit log entries",
          description:
            "Newest first, or in the order of `sort`: changes to keys, webhook endpoints, sessions and passwords. Each entry says who, from where, and " +
            "by which request. Reads of the account's data by the operator are listed too.",
        }),
      },
    );
