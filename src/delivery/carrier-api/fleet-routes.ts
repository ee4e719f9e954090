import { Elysia } from "elysia";
import { platform } from "../../access/platform.ts";
import { jsonArray } from "../../infra/http/body.ts";
import { withCaller } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { Query } from "../../infra/http/schema.ts";
import type { DeliveryDeps } from "../deps.ts";
import { imageBody } from "../images/body.ts";
import { ImageSchema, ImageUpload } from "../images/schema.ts";
import { CarrierReports, ReportResults } from "../reports/schema.ts";
import { reportByHand, uploadByHand } from "./by-hand.ts";

const tags = ["Carriers"] as const;
const side = "account";
const NoParameters = Query({});

/** How the owner of a fleet moves its jobs without drivers who report. */
export const fleetReportRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform/carriers/:id" })
    .use(withCaller)
    .post("/reports", ({ params: { id }, body, caller }) => reportByHand(deps, caller, side, id, body), {
      body: CarrierReports,
      query: NoParameters,
      response: { 200: ReportResults },
      detail: operation(platform("dispatch:write"), {
        operationId: "sendFleetReports",
        tags,
        summary: "Report for your fleet",
        description:
          "Moves the jobs of a carrier of the kind `fleet`, with the same reports as its own server at `/carrier/reports`.",
        body: jsonArray,
      }),
    })
    .post(
      "/images",
      ({ params: { id }, body, caller }) => uploadByHand(deps, caller, side, id, body as Uint8Array),
      {
        body: ImageUpload,
        query: NoParameters,
        response: { 201: ImageSchema },
        detail: operation(platform("dispatch:write"), {
          operationId: "uploadFleetImage",
          tags,
          summary: "Upload an image for your fleet",
          description: "For a report of your fleet, as `/carrier/images` for a carrier's own server.",
          problems: ["limit_reached"],
          body: imageBody,
        }),
      },
    );
