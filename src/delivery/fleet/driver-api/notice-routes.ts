import { Elysia } from "elysia";
import { withDriver } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { ConfirmNotices, NoticesSchema } from "../dispatch/notices/schema.ts";
import { confirmNotices } from "./notices.ts";

/** What a driver's phone says of what the driver is told. */
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
    });
