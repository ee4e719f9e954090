import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { PlaceQuery, PlaceSchema } from "./schema.ts";
import { forgetPlace, getPlace } from "./service.ts";

const tags = ["Shipments"] as const;

export const placeRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/places" })
    .use(withCaller)
    .get("", ({ query: { address }, caller }) => getPlace(deps, caller, address), {
      query: PlaceQuery,
      response: { 200: PlaceSchema },
      detail: operation(platform("shipments:read"), {
        operationId: "getPlace",
        tags,
        summary: "Get what was learned about an address",
        description:
          "Where drivers of your own fleets handed over. The request log does not keep the address.",
      }),
    })
    .delete("", ({ query: { address }, caller }) => forgetPlace(deps, caller, address), {
      query: PlaceQuery,
      detail: operation(platform("shipments:write"), {
        operationId: "forgetPlace",
        tags,
        summary: "Forget what was learned about an address",
        description:
          "Deletes the handovers of your own drivers at this address. Pins stay, and shipments keep the place that they have. `not_found` says that nothing was learned.",
        problems: ["not_found"],
        answer: { empty: { 204: "The place is forgotten." } },
      }),
    });
