import { Elysia } from "elysia";
import type { Deps } from "../../infra/deps.ts";
import { withCaller } from "../../infra/http/context.ts";
import { operation, platform } from "../../infra/http/operation.ts";
import { linkNext } from "../../infra/http/pagination.ts";
import { Query } from "../../infra/http/schema.ts";
import { RequestPage, RequestQuery, RequestWithBodies } from "./schema.ts";
import { getRequest, listRequests } from "./service.ts";

const tags = ["Usage"] as const;
const access = platform("usage:read");

export const requestRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/requests" })
    .use(withCaller)
    .get(
      "",
      async ({ query, caller, request, set }) =>
        linkNext(await listRequests(deps, caller, query), request, set.headers),
      {
        query: RequestQuery,
        response: { 200: RequestPage },
        detail: operation(access, {
          operationId: "listRequests",
          tags,
          summary: "List logged requests, newest first",
          description:
            "Every authenticated request of the account in one environment, made by keys and by people who are signed in. They are kept for seven days, unless the installation says otherwise, or until there are too many. A server that is killed may lose those of its last second, and under extreme load the oldest of what is not written yet give way. A page looks through a part of the log: where little matches it may be short or empty, and `has_more` says that its cursor goes on.",
          links: { getRequest: { id: "data/0/id" } },
        }),
      },
    )
    .get("/:id", ({ params: { id }, caller }) => getRequest(deps, caller, id), {
      query: Query({}),
      response: { 200: RequestWithBodies },
      detail: operation(access, {
        operationId: "getRequest",
        tags,
        summary: "Read a logged request with its bodies",
        description:
          "The first 16 KiB of both bodies, where the request changed something or was refused (not where it was refused with 429); what was only read can be asked for again. A key gets them only with the scope that the logged request took; for any other key they are null. Secrets, passwords, PINs, API keys and tracking links are masked, and of a body that is no JSON or larger than 64 KiB only its size is kept.",
      }),
    });
