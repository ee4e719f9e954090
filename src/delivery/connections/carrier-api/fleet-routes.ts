import { Elysia } from "elysia";
import { jsonArray } from "../../../infra/http/body.ts";
import { operation } from "../../../infra/http/operation.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { imageBody } from "../../carriers/images/body.ts";
import { ImageSchema, ImageUpload } from "../../carriers/images/schema.ts";
import type { Surface } from "../../carriers/surface-routes.ts";
import { CarrierReports, ReportResults } from "../../lifecycle/reports/schema.ts";
import { reportByHand, uploadByHand } from "./by-hand.ts";

/** How the owner of a fleet moves its jobs without drivers who report. */
export const fleetReportRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, tags, dispatch, problems, named, shapes } = surface;
  return new Elysia({ prefix: `${surface.prefix}/carriers/:id` })
    .use(surface.withCaller)
    .post("/reports", ({ params: { id }, body, caller }) => reportByHand(deps, caller, side, id, body), {
      body: CarrierReports,
      query: shapes.parameters,
      response: { 200: ReportResults },
      detail: operation(dispatch, {
        operationId: named("reportForCarrier"),
        tags,
        summary: "Report for your fleet",
        description:
          "Moves the jobs of a carrier of the kind `fleet`, with the same reports as its own server at `/carrier/reports`.",
        problems,
        body: jsonArray,
        isRepeatable: true,
      }),
    })
    .post(
      "/images",
      ({ params: { id }, body, caller }) => uploadByHand(deps, caller, side, id, body as Uint8Array),
      {
        body: ImageUpload,
        query: shapes.parameters,
        response: { 201: ImageSchema },
        detail: operation(dispatch, {
          operationId: named("uploadImageForCarrier"),
          tags,
          summary: "Upload an image for your fleet",
          description: "For a report of your fleet, as `/carrier/images` for a carrier's own server.",
          problems: [...problems, "limit_reached", "storage_quota_exceeded", "busy"],
          body: imageBody,
        }),
      },
    );
};
