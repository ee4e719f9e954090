import { Elysia } from "elysia";
import { streamEvents } from "../../../api/stream.ts";
import { withDriver } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { openDriverStream } from "./stream.ts";
import { DriverStreamEvent } from "./stream-schema.ts";

/** By which a driver's phone hears at once. */
export const driverStreamRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/driver/stream" })
    .use(withDriver)
    .get(
      "",
      ({ driver, request, server }) =>
        streamEvents(deps, driver, openDriverStream(deps, driver), request, server),
      {
        query: NoQuery,
        detail: operation(
          { kind: "driver" },
          {
            operationId: "streamDriver",
            tags: ["Driver API"],
            summary: "Hear when to read again (Server-Sent Events)",
            description:
              "Sends `changed` when the stream opens and when your duty, your jobs, their order or what you are told may have changed. Then read `GET /driver/me` and `GET /driver/stops`. Frames say nothing else. A driver may have 3 streams open. A stream ends with its device or token.",
            problems: ["limit_reached"],
            answer: { mediaTypes: { "text/event-stream": DriverStreamEvent } },
          },
        ),
      },
    );
