import { Elysia } from "elysia";
import type { Deps } from "../../../infra/deps.ts";
import { mergePatch } from "../../../infra/http/body.ts";
import { withSession } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import { signedIn } from "../../platform.ts";
import { NotificationsSchema, PatchNotifications } from "../schema.ts";
import { getNotifications, patchNotifications } from "./notifications.ts";

const tags = ["Accounts"] as const;
/** Two booleans need no more. */
const smallBody = { bytesMax: 8 * 1024 };

export const notificationRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/auth/notifications" })
    .use(withSession)
    .get("", ({ session }) => getNotifications(deps, session), {
      query: NoQuery,
      response: { 200: NotificationsSchema },
      detail: operation(signedIn(), {
        operationId: "getNotifications",
        tags,
        body: smallBody,
        summary: "Read your notifications",
        description: "Which notices Waybill emails to you. They go to a verified address only.",
      }),
    })
    .patch("", ({ body, session }) => patchNotifications(deps, session, body), {
      body: PatchNotifications,
      query: NoQuery,
      response: { 200: NotificationsSchema },
      detail: operation(signedIn(), {
        operationId: "patchNotifications",
        tags,
        body: { ...mergePatch, ...smallBody },
        summary: "Choose your notifications",
        description: "For yourself only: the other people of the account choose their own.",
      }),
    });
