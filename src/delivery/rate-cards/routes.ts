import { Elysia } from "elysia";
import { platform } from "../../access/platform.ts";
import type { Deps } from "../../infra/deps.ts";
import { withCaller } from "../../infra/http/context.ts";
import { matcherOf } from "../../infra/http/etag.ts";
import { operation } from "../../infra/http/operation.ts";
import { Query } from "../../infra/http/schema.ts";
import { bytesPerMb } from "../../infra/sizes.ts";
import { RateCardInput, RateCardSchema } from "../carriers/fleet/schema.ts";
import { explainQuote } from "./explanation.ts";
import { ExplainQuote, QuoteExplanation } from "./schema.ts";
import { getRateCard, putRateCard } from "./service.ts";

const tags = ["Carriers"] as const;
const NoParameters = Query({});
const side = "account";
/** A card of 500 zones and 200 services can have more than a megabyte. */
const cardBytesMax = 2 * bytesPerMb;

/** What an account's fleets charge. */
export const rateCardRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/carriers/:id" })
    .use(withCaller)
    .get("/rate-card", ({ params: { id }, caller }) => getRateCard(deps, caller, side, id), {
      query: NoParameters,
      response: { 200: RateCardSchema },
      detail: operation(platform("carriers:read"), {
        operationId: "getRateCard",
        tags,
        summary: "Read a fleet's rate card",
        description: "The card as it was sent, with its version.",
        answer: { etag: true },
      }),
    })
    .put(
      "/rate-card",
      ({ params: { id }, body, caller, request }) =>
        putRateCard(deps, caller, side, id, body, matcherOf(request)),
      {
        body: RateCardInput,
        query: NoParameters,
        response: { 200: RateCardSchema },
        detail: operation(platform("carriers:write"), {
          operationId: "putRateCard",
          tags,
          summary: "Replace a fleet's rate card",
          description:
            "Waybill checks the whole card before anything changes, and names each fault with its place. The next quotes use the new version; open quotes keep their price.",
          problems: ["precondition_failed", "storage_quota_exceeded"],
          answer: { etag: true },
          body: { bytesMax: cardBytesMax },
        }),
      },
    )
    .post(
      "/quote-explanation",
      ({ params: { id }, body, caller }) => explainQuote(deps, caller, side, id, body),
      {
        body: ExplainQuote,
        query: NoParameters,
        response: { 200: QuoteExplanation },
        detail: operation(platform("carriers:read"), {
          operationId: "explainQuote",
          tags,
          summary: "Explain a fleet's offers",
          description:
            "Rates a shipment as for a quote, and says of every service why it is offered or not and where each price line comes from. Nothing is booked.",
        }),
      },
    );
