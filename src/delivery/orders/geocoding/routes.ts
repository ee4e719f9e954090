import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import { AddressSearch, FoundAddresses } from "./schema.ts";
import { searchAddresses } from "./service.ts";

export const geocodingRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/geocoding" })
    .use(withCaller)
    .post("", ({ body, caller, request }) => searchAddresses(deps, caller, body, request.signal), {
      body: AddressSearch,
      query: Query({}),
      response: { 200: FoundAddresses },
      detail: operation(platform("shipments:write"), {
        operationId: "searchAddresses",
        tags: ["Shipments"],
        summary: "Search an address",
        description:
          "Asks the operator's geocoder, at most 5 times per second for an account. Nothing is stored but the line of the request log. Shipments do not need it: Waybill asks about their addresses itself.",
        problems: ["geocoder_missing", "geocoder_unavailable"],
        isRepeatable: true,
        isSlow: true,
      }),
    });
