import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { QuotesAnswer, QuotesQuery, RequestQuotes, waitSecondsDefault } from "./schema.ts";
import { getQuotes, requestQuotes } from "./service.ts";

const tags = ["Quotes"] as const;

export const quoteRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform/shipments/:id/quotes" })
    .use(withCaller)
    .get(
      "",
      ({ params: { id }, query, caller }) =>
        getQuotes(deps, caller, id, query.wait_seconds ?? waitSecondsDefault),
      {
        query: QuotesQuery,
        response: { 200: QuotesAnswer },
        detail: operation(platform("quotes:read"), {
          operationId: "listQuotes",
          tags,
          summary: "List a shipment's quotes, cheapest first",
          description:
            "Waits up to `wait_seconds` for carriers that have not answered yet. `unavailable` lists the carriers without an offer, with the reason.",
          isSlow: true,
        }),
      },
    )
    .post(
      "",
      ({ params: { id }, query, body, caller }) =>
        requestQuotes(deps, caller, id, query.wait_seconds ?? waitSecondsDefault, body),
      {
        body: RequestQuotes,
        query: QuotesQuery,
        response: { 201: QuotesAnswer },
        detail: operation(platform("quotes:write"), {
          operationId: "requestQuotes",
          tags,
          summary: "Request new quotes",
          description:
            "Withdraws the open quotes of earlier rounds. Also revives an expired shipment. `carriers` and `services` replace those of the shipment, for this round and later ones.",
          problems: ["transition_not_allowed", "storage_quota_exceeded"],
          isSlow: true,
        }),
      },
    );
