import { Elysia } from "elysia";
import { streamEvents } from "../../../api/stream.ts";
import { withDriver } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { ConfirmNotices, NoticesSchema } from "../dispatch/notices/schema.ts";
import { confirmNotices } from "./notices.ts";
import { openDriverStream } from "./stream.ts";
import { DriverStreamEvent } from "./stream-schema.ts";

/** How a driver's phone hears of news, and what it says of what the driver is told. */
export const driverNoticeRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/driver" })
    .use(withDriver)
    .post("/notices", ({ driver, body }) => confirmNotices(deps, driver, body), {
      body: ConfirmNotices,
      query: NoQuery,
      response: { 200: NoticesSchema },
      detail: operation(
        { kind: "driver" },
        {
          operationId: "confirmDriverNotices",
          tags: ["Driver API"],
          summary: "Confirm what you were told",
          description:
            "Says which of the `notices` of `GET /driver/stops` the phone has, and which its driver has seen. Confirm in any order, as late and as often as you like: the first time counts, and an unknown id changes nothing. Returns what is not seen yet.",
          isRepeatable: true,
        },
      ),
    })
    .get(
      "/stream",
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
