import { Elysia } from "elysia";
import { jsonWithList } from "../../../infra/http/body.ts";
import { withDriver } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { imageBody } from "../../carriers/images/body.ts";
import { ImageSchema, ImageUpload } from "../../carriers/images/schema.ts";
import { uploadImage } from "../../carriers/images/service.ts";
import { ReportResult, ReportResults } from "../../lifecycle/reports/schema.ts";
import { DriverReports } from "./report-schema.ts";
import { receiveDriverReports } from "./reports.ts";
import { TrackerBody, TrackerQuery } from "./tracker-schema.ts";
import { receiveSighting, trackerBody } from "./tracking-apps.ts";

const tags = ["Driver API"] as const;
const access = { kind: "driver" } as const;
const positions = { kind: "driver", evenPositionsOnly: true } as const;
const tracker = {
  access: { ...positions, tokenInRequest: true },
  description:
    "For the Traccar Client and OsmAnd: enter this address as the server, and a `wbp_` token as the identifier of the " +
    "device. A position that cannot be used gets 200 with `refused` and the reason, so that the app goes on. One of a " +
    "wrong clock is kept, and `verdict` is `clock_wrong`. Waybill ignores whatever else the app sends.",
  problems: ["token_missing", "query_invalid"],
} as const;

/** What a driver reports: what happened, with pictures, and positions, also from other apps. */
export const driverReportRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/driver" })
    .get("/osmand", ({ query, request }) => receiveSighting(deps, request, query, null), {
      query: TrackerQuery,
      response: { 200: ReportResult },
      detail: operation(tracker.access, {
        operationId: "sendPositionByQuery",
        tags,
        summary: "Send a position in the query",
        description: tracker.description,
        problems: tracker.problems,
      }),
    })
    .post("/osmand", ({ query, body, request }) => receiveSighting(deps, request, query, body), {
      body: TrackerBody,
      query: TrackerQuery,
      response: { 200: ReportResult },
      detail: operation(tracker.access, {
        operationId: "sendPosition",
        tags,
        summary: "Send a position as JSON or as a form",
        description: `${tracker.description} A form has the parameters of the query.`,
        problems: [...tracker.problems, "validation_failed"],
        body: trackerBody,
        isRepeatable: true,
      }),
    })
    .use(withDriver)
    .post("/reports", ({ body, driver }) => receiveDriverReports(deps, driver, body), {
      body: DriverReports,
      query: NoQuery,
      response: { 200: ReportResults },
      detail: operation(positions, {
        operationId: "sendDriverReports",
        tags,
        summary: "Report what happened and where you are",
        description:
          "Send 1 to 500 reports, in any order, as late and as often as you like. Waybill applies them by `at`, and " +
          "answers in the order sent. A refused report changes nothing and refuses no other. Repeat a report with the " +
          "same `id` and `at`: it needs no `Idempotency-Key`. A position needs no assignment. Positions of a time off " +
          "duty are `refused` with `off_duty` and not stored, and a scan or proof counts without its `location`. Another driver took over: what happened before is " +
          "`late`, later reports are `refused`.",
        body: jsonWithList,
        isRepeatable: true,
      }),
    })
    .post("/images", ({ body, driver }) => uploadImage(deps, driver, driver, body as Uint8Array), {
      body: ImageUpload,
      query: NoQuery,
      response: { 201: ImageSchema },
      detail: operation(access, {
        operationId: "uploadDriverImage",
        tags,
        summary: "Upload an image",
        description:
          "A JPEG, PNG or WebP of at most 8 MiB and 40 megapixels, as the file of a form or as the body itself with its " +
          "own content type. Waybill removes its metadata but the orientation, and keeps it for 24 hours. A report that " +
          "names it copies it to the proof of delivery or the timeline.",
        problems: ["limit_reached", "storage_quota_exceeded", "busy"],
        body: imageBody,
      }),
    });
