import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { streamEvents } from "../../../api/stream.ts";
import { withCaller, withOperator } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { openLiveStream } from "./feed.ts";
import { LiveQuery, LiveStreamEvent, OperatorLiveQuery } from "./schema.ts";

const summary = "Stream positions, states and attention (Server-Sent Events)";
const frames =
  "- `position`: where the driver of a shipment is: `{shipment_id, driver_id, position}`. The latest one only, at most four times a second. A new reader gets one of each shipment that a carrier has.\n" +
  "- `state`: a shipment that changed, as it is now: `{shipment_id, status, substatus, assignment_id, carrier_id, driver_id, eta, …}`.\n" +
  "- `attention`: an item that was raised or settled: `{state, attention}`.\n" +
  "- `driver`: one of your own drivers who moved, came on duty or went off: `{driver_id, carrier_id, name, on_duty, position}`.\n" +
  "- `notice`: something that one of your own drivers is told, that reached the phone, or that the driver has seen: `{id, driver_id, kind, reached_at, seen_at, …}`.\n\n" +
  "`Last-Event-ID` resumes the stream: no state and no item is missing, and some may come again. Read the lists after the first frame. The stream does not end by itself.";

export const liveRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform/stream" }).use(withCaller).get(
    "",
    ({ caller, request, server }) => {
      const source = openLiveStream(deps, caller, "account", request.headers.get("last-event-id"));
      return streamEvents(deps, caller, source, request, server);
    },
    {
      query: LiveQuery,
      detail: operation(platform("drivers:read"), {
        operationId: "streamLive",
        tags: ["Attention"],
        summary,
        description: `All your shipments in one stream.\n\n${frames}`,
        problems: ["limit_reached"],
        answer: { mediaTypes: { "text/event-stream": LiveStreamEvent } },
      }),
    },
  );

/** The live stream of the jobs of the installation's carriers. */
export const operatorLiveRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/operator/stream" }).use(withOperator).get(
    "",
    ({ caller, request, server }) => {
      const source = openLiveStream(deps, caller, "installation", request.headers.get("last-event-id"));
      return streamEvents(deps, caller, source, request, server);
    },
    {
      query: OperatorLiveQuery,
      detail: operation(
        { kind: "operator" },
        {
          operationId: "streamOperatorLive",
          tags: ["Operator"],
          summary,
          description: `The jobs of the installation's carriers, whoever sent the shipment.\n\n${frames}`,
          problems: ["environment_required", "limit_reached"],
          answer: { mediaTypes: { "text/event-stream": LiveStreamEvent } },
        },
      ),
    },
  );
