import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import { AddressSearch, AddressToLocate, FoundAddresses, LocatedAddress } from "./schema.ts";
import { locateAddress, searchAddresses } from "./service.ts";

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
    })
    .post("/place", ({ body, caller }) => locateAddress(deps, caller, body), {
      body: AddressToLocate,
      query: Query({}),
      response: { 200: LocatedAddress },
      detail: operation(platform("shipments:write"), {
        operationId: "locateAddress",
        tags: ["Shipments"],
        summary: "Locate an address",
        description:
          "Where an address is, as far as Waybill knows: by the last pin that somebody of your account set for it, by what the geocoder answered before, or by its town. It asks nobody and stores nothing. In the sandbox too, `latitude` and `longitude` are null until the place is known.",
        isRepeatable: true,
      }),
    });
