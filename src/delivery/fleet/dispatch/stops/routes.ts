import { Elysia } from "elysia";
import { withDriver } from "@/infra/http/context.ts";
import { operation } from "@/infra/http/operation.ts";
import { NoQuery } from "@/infra/http/schema.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import { getDoneStops } from "./done.ts";
import { DoneStopsSchema, RejectJob, StopsSchema } from "./schema.ts";
import { acceptOffer, getStops, rejectJob } from "./service.ts";

const tags = ["Driver API"] as const;
const access = { kind: "driver" } as const;

/** A driver's stops, and their answers to offers. */
export const stopRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/driver" })
    .use(withDriver)
    .get("/stops", ({ driver }) => getStops(deps, driver), {
      query: NoQuery,
      response: { 200: StopsSchema },
      detail: operation(access, {
        operationId: "getStops",
        tags,
        summary: "Read your stops",
        description:
          "Your next stop, then the others in order, then those of jobs that are offered to you. Of an offer you see towns, distance and weight.",
      }),
    })
    .get("/stops/done", ({ driver }) => getDoneStops(deps, driver), {
      query: NoQuery,
      response: { 200: DoneStopsSchema },
      detail: operation(access, {
        operationId: "getDoneStops",
        tags,
        summary: "Read what you have done",
        description:
          "Your stops of the last 16 hours that are over, oldest first, with their results. Of erased shipments no name and no address.",
      }),
    })
    .post("/assignments/:id/acceptance", ({ params: { id }, driver }) => acceptOffer(deps, driver, id), {
      query: NoQuery,
      response: { 200: StopsSchema },
      detail: operation(access, {
        operationId: "acceptDriverJob",
        tags,
        summary: "Accept a job",
        description: "The job is yours, and you see whom to meet where. Returns your stops.",
        problems: ["job_not_offered", "assignment_ended"],
        isRepeatable: true,
      }),
    })
    .post(
      "/assignments/:id/rejection",
      ({ params: { id }, body, driver }) => rejectJob(deps, driver, id, body),
      {
        body: RejectJob,
        query: NoQuery,
        response: { 200: StopsSchema },
        detail: operation(access, {
          operationId: "rejectDriverJob",
          tags,
          summary: "Reject a job",
          description: "Possible until the pickup, also after you accepted. Returns your stops.",
          problems: ["job_not_offered", "assignment_ended", "transition_not_allowed"],
          isRepeatable: true,
        }),
      },
    );
