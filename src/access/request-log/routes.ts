import { Elysia } from "elysia";
import type { Deps } from "../../infra/deps.ts";
import { withCaller } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { linkNext } from "../../infra/http/pagination.ts";
import { Query } from "../../infra/http/schema.ts";
import { platform } from "../platform.ts";
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
          summary: "List logged requests",
          description:
            "Newest first: every authenticated request in one environment, by keys, by signed-in people and by your own carriers with their tokens.\n\n- Waybill keeps them for seven days by default, or until there are too many.\n- A killed server may lose its last second. Under extreme load, Waybill drops the oldest unwritten entries.\n- A filtered page may be short or empty while `has_more` is true.",
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
        summary: "Read a logged request",
        description:
          "Includes the first 16 KiB of both bodies, with these rules:\n\n- Waybill stores bodies of requests that changed something or were refused, except with 429.\n- A key sees them only if it has the scope that the logged request needed, and those of carriers only with `shipments:read`. Otherwise they are null.\n- Secrets, passwords, PINs, API keys and tracking links are masked.\n- For a body that is not JSON or larger than 64 KiB, only the size is stored.",
      }),
    });
