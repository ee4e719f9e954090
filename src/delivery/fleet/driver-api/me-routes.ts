import { Elysia } from "elysia";
import { LinkDevice, PhoneAbilities } from "../../../access/devices/schema.ts";
import { disconnectDevice, saveAbilities } from "../../../access/devices/service.ts";
import { PushSubscriptionSchema, TestedPush } from "../../../access/push/schema.ts";
import { removeSubscription, saveSubscription, testPush } from "../../../access/push/service.ts";
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
    .put(
      "/me/push",
      async ({ driver, body, set }) => {
        await saveSubscription(deps, driver, body);
        set.status = 204;
      },
      {
        body: PushSubscriptionSchema,
        query: NoQuery,
        detail: operation(access, {
          operationId: "putPush",
          tags,
          summary: "Have this phone woken",
          description:
            "What the browser's `PushSubscription` says. Waybill sends a message for each new job, change, recall, cancellation and note. It says which of them it is, and nothing else. Of a driver's devices the last three are woken.",
          problems: ["push_unavailable"],
          body: smallBody,
          hidesBodies: true,
          answer: { empty: { 204: "The phone is woken from now on." } },
        }),
      },
    )
    .post("/me/push/test", async ({ driver }) => ({ sent: await testPush(deps, driver) }), {
      query: NoQuery,
      response: { 200: TestedPush },
      detail: operation(access, {
        operationId: "testPush",
        tags,
        summary: "Wake this phone now",
        description: "For the driver to hear and see how the phone is woken.",
        problems: ["push_unavailable"],
        isRepeatable: true,
      }),
    })
    .put(
      "/me/phone",
      async ({ driver, body, set }) => {
        await saveAbilities(deps, driver, body);
        set.status = 204;
      },
      {
        body: PhoneAbilities,
        query: NoQuery,
        detail: operation(access, {
          operationId: "putPhone",
          tags,
          summary: "Say what this phone can do",
          description: "For the dispatcher. A token has no phone, so for one nothing changes.",
          body: smallBody,
          answer: { empty: { 204: "The dispatcher sees it." } },
        }),
      },
    )
    .delete(
      "/me/push",
      async ({ driver, set }) => {
        await removeSubscription(deps, driver);
        set.status = 204;
      },
      {
        query: NoQuery,
        detail: operation(access, {
          operationId: "deletePush",
          tags,
          summary: "Let this phone sleep",
          description: "The phone is not woken any more.",
          answer: { empty: { 204: "The phone is not woken." } },
        }),
      },
    )
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
