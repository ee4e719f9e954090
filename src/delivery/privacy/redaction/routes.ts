import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import { ShipmentSchema } from "../../lifecycle/state/schema.ts";
import { redactShipment } from "./service.ts";

export const redactionRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/shipments/:id/redaction" })
    .use(withCaller)
    .post("", ({ params: { id }, caller }) => redactShipment(deps, caller, id), {
      query: Query({}),
      response: { 200: ShipmentSchema },
      detail: operation(platform("shipments:write"), {
        operationId: "redactShipment",
        tags: ["Shipments"],
        summary: "Erase a shipment's personal data",
        description:
          "Erases names, phone numbers, emails, street addresses, postal codes, coordinates, instructions, texts, positions, pictures, the carrier's label, `reference` and `metadata` for good: from the shipment, its events, proof and tracking, from stored responses and the request log. Prices, times, states, towns and statistics stay. Webhooks that are still to be sent carry the redacted form. Only finished shipments can be redacted. Redacting one again returns it unchanged.",
        isSlow: true,
        problems: ["shipment_not_final"],
        answer: { etag: true },
      }),
    });
