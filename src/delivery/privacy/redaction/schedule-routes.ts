import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { matcherOf } from "../../../infra/http/etag.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import { ScheduleSchema } from "../../orders/schedules/schema.ts";
import { deleteSchedule, redactOwnSchedule } from "./schedules.ts";

const tags = ["Schedules"] as const;
const access = platform("shipments:write");

export const scheduleErasureRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/schedules/:id" })
    .use(withCaller)
    .delete(
      "",
      ({ params: { id }, caller, request }) => deleteSchedule(deps, caller, id, matcherOf(request)),
      {
        query: Query({}),
        detail: operation(access, {
          operationId: "deleteSchedule",
          tags,
          summary: "Delete a schedule",
          description:
            "Ends the standing order and erases it, within seconds also from the request log and from the files. Shipments that were made stay as they are.",
          problems: ["precondition_failed"],
          answer: { empty: { 204: "The schedule is deleted." } },
        }),
      },
    )
    .post("/redaction", ({ params: { id }, caller }) => redactOwnSchedule(deps, caller, id), {
      query: Query({}),
      response: { 200: ScheduleSchema },
      detail: operation(access, {
        operationId: "redactSchedule",
        tags,
        summary: "Erase the personal data of a schedule",
        description:
          "Erases its name and what its shipments are made of, and pauses it for good. Shipments that were made stay as they are. A schedule that was redacted already is shown as it is.",
      }),
    });
