import { Elysia } from "elysia";
import { jsonArray } from "../../../infra/http/body.ts";
import { withCarrier } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { imageBody } from "../../carriers/images/body.ts";
import { ImageSchema, ImageUpload } from "../../carriers/images/schema.ts";
import { uploadImage } from "../../carriers/images/service.ts";
import { CarrierReports, ReportResults } from "../../lifecycle/reports/schema.ts";
import { receiveReports } from "../../lifecycle/reports/service.ts";
import { AcceptJob, JobPage, JobQuery, JobSchema, RejectJob } from "./schema.ts";
import { acceptJob, getJob, listJobs, rejectJob } from "./service.ts";

const tags = ["Carrier API"] as const;
const access = { kind: "carrier" } as const;

/** What the server of a carrier calls with its token. It sees only what was booked with the carrier. */
export const carrierApiRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/carrier" })
    .use(withCarrier)
    .get(
      "/assignments",
      ({ query, carrier, request, set }) => linkNext(listJobs(deps, carrier, query), request, set.headers),
      {
        query: JobQuery,
        response: { 200: JobPage },
        detail: operation(access, {
          operationId: "listCarrierAssignments",
          tags,
          summary: "List your assignments",
          description:
            "Newest first; with `updated_after` in the order of the changes, oldest first. To follow changes, " +
            "send the last `updated_at` that you have seen.",
        }),
      },
    )
    .get("/assignments/:id", ({ params: { id }, carrier }) => getJob(deps, carrier, id), {
      query: NoQuery,
      response: { 200: JobSchema },
      detail: operation(access, {
        operationId: "getCarrierAssignment",
        tags,
        summary: "Read an assignment of yours",
        description:
          "The job as it was booked, with later changes of contacts and instructions, and with what you charged beside the price.",
      }),
    })
    .post(
      "/assignments/:id/acceptance",
      ({ params: { id }, body, carrier }) => acceptJob(deps, carrier, id, body),
      {
        body: AcceptJob,
        query: NoQuery,
        response: { 200: JobSchema },
        detail: operation(access, {
          operationId: "acceptCarrierAssignment",
          tags,
          summary: "Accept a booking",
          description:
            "For a booking that you answered with 202. Any progress report accepts it too. After the end you get " +
            "`assignment_ended`, and Waybill sends the cancellation again.",
          problems: ["assignment_ended"],
        }),
      },
    )
    .post(
      "/assignments/:id/rejection",
      ({ params: { id }, body, carrier }) => rejectJob(deps, carrier, id, body),
      {
        body: RejectJob,
        query: NoQuery,
        response: { 200: JobSchema },
        detail: operation(access, {
          operationId: "rejectCarrierAssignment",
          tags,
          summary: "Reject a booking",
          description: "Possible until the pickup. The sender then chooses another quote.",
          problems: ["assignment_ended"],
        }),
      },
    )
    .post("/reports", ({ body, carrier }) => receiveReports(deps, carrier, carrier.carrierId, body), {
      body: CarrierReports,
      query: NoQuery,
      response: { 200: ReportResults },
      detail: operation(access, {
        operationId: "sendCarrierReports",
        tags,
        summary: "Report what happened",
        description:
          "Send 1 to 500 reports, in any order and as often as you like. Waybill applies them by `at`, and " +
          "answers in the order sent. A refused report changes nothing and refuses no other. Repeat a report with the " +
          "same `id`: it needs no `Idempotency-Key`.",
        body: jsonArray,
        isRepeatable: true,
      }),
    })
    .post("/images", ({ body, carrier }) => uploadImage(deps, carrier, carrier, body as Uint8Array), {
      body: ImageUpload,
      query: NoQuery,
      response: { 201: ImageSchema },
      detail: operation(access, {
        operationId: "uploadCarrierImage",
        tags,
        summary: "Upload an image",
        description:
          "A JPEG, PNG or WebP of at most 8 MiB and 40 megapixels, as the file of a form or as the body itself with its own " +
          "content type. Waybill removes its metadata but the " +
          "orientation, and keeps it for 24 hours. A report that names it copies it to the proof of delivery or the timeline.",
        problems: ["limit_reached", "storage_quota_exceeded", "busy"],
        body: imageBody,
      }),
    });
