import { Elysia } from "elysia";
import { LinkDevice } from "../../../access/devices/schema.ts";
import { disconnectDevice } from "../../../access/devices/service.ts";
import { withDriver, withOrigin } from "../../../infra/http/context.ts";
import { endedCookie, makeCookie, readCookie } from "../../../infra/http/cookie.ts";
import { operation } from "../../../infra/http/operation.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { connect, getMe, putDuty } from "./me.ts";
import { DriverMe, SetDuty } from "./me-schema.ts";

const tags = ["Driver API"] as const;
const access = { kind: "driver" } as const;
/** Anybody may send this body. */
const smallBody = { bytesMax: 8 * 1024 };

/** A driver's own state: connecting a device, duty, disconnecting it. */
export const driverMeRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/driver" })
    .use(
      new Elysia().use(withOrigin).post(
        "/link",
        async ({ body, origin, request, set }) => {
          const { token, view } = await connect(deps, body, readCookie(deps, "driver", request), origin);
          set.headers["set-cookie"] = makeCookie(deps, "driver", token);
          return view;
        },
        {
          body: LinkDevice,
          query: NoQuery,
          response: { 201: DriverMe },
          detail: operation(
            { kind: "public" },
            {
              operationId: "linkDevice",
              tags,
              summary: "Connect a device",
              description:
                "Exchanges the code of a driver's link for the device's cookie. A device that the browser had before ends.",
              problems: ["driver_link_refused", "sign_in_throttled", "account_suspended", "limit_reached"],
              answer: { cookie: true },
              body: smallBody,
              isRepeatable: true,
            },
          ),
        },
      ),
    )
    .use(withDriver)
    .get("/me", ({ driver }) => getMe(deps, driver), {
      query: NoQuery,
      response: { 200: DriverMe },
      detail: operation(access, {
        operationId: "getDriverMe",
        tags,
        summary: "Read who you are",
        description: "The driver of the cookie or token, and how often to take and send positions.",
      }),
    })
    .put("/me/duty", ({ driver, body }) => putDuty(deps, driver, body), {
      body: SetDuty,
      query: NoQuery,
      response: { 200: DriverMe },
      detail: operation(access, {
        operationId: "setDuty",
        tags,
        summary: "Go on duty or off",
        description:
          "Off duty you are offered no jobs, and Waybill discards your positions. With `until`, a break ends by itself.",
        problems: ["driver_absent"],
      }),
    })
    .delete(
      "/me/session",
      async ({ driver, set }) => {
        await disconnectDevice(deps, driver);
        set.headers["set-cookie"] = endedCookie(deps, "driver");
      },
      {
        query: NoQuery,
        detail: operation(access, {
          operationId: "disconnectDevice",
          tags,
          summary: "Disconnect this device",
          description: "Ends the device of the cookie. A token stays valid.",
          answer: { cookie: true, empty: { 204: "The device is disconnected." } },
        }),
      },
    );
