import { Elysia } from "elysia";
import { matcherOf } from "../../../infra/http/etag.ts";
import { operation } from "../../../infra/http/operation.ts";
import { JudgedLater } from "../../../infra/http/schema.ts";
import { bytesPerMb } from "../../../infra/units.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { RateCardInput, RateCardSchema } from "../../carriers/kinds/fleet/schema.ts";
import type { Surface } from "../../carriers/surface-routes.ts";
import { explainQuote } from "./explanation.ts";
import { ExplainQuote, QuoteExplanation } from "./schema.ts";
import { getRateCard, putRateCard } from "./service.ts";

/** A card of 500 zones and 200 services can have more than a megabyte. */
const cardBytesMax = 2 * bytesPerMb;

/** What fleets charge: an account's own, and the installation's. */
export const rateCardRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, tags, read, write, problems, named, shapes } = surface;
  return new Elysia({ prefix: `${surface.prefix}/carriers/:id` })
    .use(surface.withCaller)
    .get("/rate-card", ({ params: { id }, caller }) => getRateCard(deps, caller, side, id), {
      query: shapes.parameters,
      response: { 200: RateCardSchema },
      detail: operation(read, {
        operationId: named("getCarrierRateCard"),
        tags,
        summary: "Read a fleet's rate card",
        description: "The card as it was sent, with its version.",
        problems,
        answer: { etag: true },
      }),
    })
    .put(
      "/rate-card",
      ({ params: { id }, body, caller, request }) =>
        putRateCard(deps, caller, side, id, body as Uint8Array, matcherOf(request)),
      {
        body: JudgedLater(RateCardInput),
        query: shapes.parameters,
        response: { 200: RateCardSchema },
        detail: operation(write, {
          operationId: named("putCarrierRateCard"),
          tags,
          summary: "Replace a fleet's rate card",
          description:
            "Waybill checks the whole card before anything changes, and names each fault with its place. The next quotes use the new version; open quotes keep their price.",
          problems: [...problems, "precondition_failed", "storage_quota_exceeded"],
          answer: { etag: true },
          body: { bytesMax: cardBytesMax, parse: (bytes) => bytes },
        }),
      },
    )
    .post(
      "/quote-explanation",
      ({ params: { id }, body, caller }) => explainQuote(deps, caller, side, id, body),
      {
        body: ExplainQuote,
        query: shapes.parameters,
        response: { 200: QuoteExplanation },
        detail: operation(read, {
          operationId: named("explainCarrierQuote"),
          tags,
          summary: "Explain a fleet's offers",
          description:
            "Rates a shipment as for a quote, and says of every service why it is offered or not and where each price line comes from. Nothing is booked.",
          problems: [...problems, "coordinates_contradict_address"],
        }),
      },
    );
};
