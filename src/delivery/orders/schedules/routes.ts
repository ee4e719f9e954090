import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { mergePatch } from "../../../infra/http/body.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { matcherOf } from "../../../infra/http/etag.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import { Query } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { getSchedule, getUpcoming, listSchedules } from "./list.ts";
import {
  CreateSchedule,
  PatchSchedule,
  SchedulePage,
  ScheduleQuery,
  ScheduleSchema,
  UpcomingDays,
  UpcomingQuery,
} from "./schema.ts";
import { createSchedule, patchSchedule } from "./service.ts";

const tags = ["Schedules"] as const;
const read = platform("shipments:read");
const write = platform("shipments:write");
const upcomingDefault = 14;

export const scheduleRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform/schedules" })
    .use(withCaller)
    .get(
      "",
      ({ query, caller, request, set }) => linkNext(listSchedules(deps, caller, query), request, set.headers),
      {
        query: ScheduleQuery,
        response: { 200: SchedulePage },
        detail: operation(read, {
          operationId: "listSchedules",
          tags,
          summary: "List schedules",
          description: "Newest first.",
        }),
      },
    )
    .post("", ({ body, caller }) => createSchedule(deps, caller, body), {
      body: CreateSchedule,
      query: Query({}),
      response: { 201: ScheduleSchema },
      detail: operation(write, {
        operationId: "createSchedule",
        tags,
        summary: "Set up a standing order",
        description:
          "Waybill makes a shipment for each of its days, once, `create_hours_before` its pickup window starts, and none whose pickup window is over. With `accept`, you also need what accepting needs. It belongs to the account: it goes on after the key that made it was revoked. At most 1,000 in each environment.",
        problems: ["sandbox_only", "limit_reached", "coordinates_contradict_address"],
        answer: { location: "/api/v1/platform/schedules/{id}", etag: true },
      }),
    })
    .get("/:id", ({ params: { id }, caller }) => getSchedule(deps, caller, id), {
      query: Query({}),
      response: { 200: ScheduleSchema },
      detail: operation(read, {
        operationId: "getSchedule",
        tags,
        summary: "Read a schedule",
        description: "With the next day whose shipment is still to be made, and the first that failed.",
        answer: { etag: true, empty: { 304: "Not modified: your version is current." } },
      }),
    })
    .patch(
      "/:id",
      ({ params: { id }, body, caller, request }) =>
        patchSchedule(deps, caller, id, body, matcherOf(request)),
      {
        body: PatchSchedule,
        query: Query({}),
        response: { 200: ScheduleSchema },
        detail: operation(write, {
          operationId: "patchSchedule",
          tags,
          body: mergePatch,
          summary: "Change a schedule",
          description:
            "A JSON merge patch (RFC 7396). Shipments that were made stay as they are. Days whose shipment is still to be made, and days that failed, follow the change.",
          problems: ["precondition_failed", "sandbox_only", "coordinates_contradict_address"],
          answer: { etag: true },
        }),
      },
    )
    .get(
      "/:id/upcoming",
      ({ params: { id }, query, caller }) => getUpcoming(deps, caller, id, query.days ?? upcomingDefault),
      {
        query: UpcomingQuery,
        response: { 200: UpcomingDays },
        detail: operation(read, {
          operationId: "listUpcomingDays",
          tags,
          summary: "List what comes of a schedule",
          description: "Each day with its windows and what became of it, in the order of the calendar.",
        }),
      },
    );
