import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import { ShipmentSchema } from "../../lifecycle/state/schema.ts";
import { endTrackingLink, renewTrackingLink } from "./tracking-link.ts";

const tags = ["Shipments"] as const;

export const trackingLinkRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/shipments/:id/tracking-link" })
    .use(withCaller)
    .post("", ({ params: { id }, caller }) => renewTrackingLink(deps, caller, id), {
      query: Query({}),
      response: { 200: ShipmentSchema },
      detail: operation(platform("shipments:write"), {
        operationId: "renewTrackingLink",
        tags,
        summary: "Replace the tracking link",
        description:
          "Returns the shipment with a new `tracking_url`, in any state. The old link is unknown from then on. A finished shipment's new link works as long as its first one did.",
        answer: { etag: true },
      }),
    })
    .delete("", ({ params: { id }, caller }) => endTrackingLink(deps, caller, id), {
      query: Query({}),
      detail: operation(platform("shipments:write"), {
        operationId: "endTrackingLink",
        tags,
        summary: "End the tracking link",
        description:
          "The recipient's page then says that the link has ended, and `tracking_url` is null. Create a new link to show the page again.",
        answer: { empty: { 204: "The link has ended." } },
      }),
    });
