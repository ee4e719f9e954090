import { Elysia } from "elysia";
import { jsonArray } from "@/infra/http/body.ts";
import { operation } from "@/infra/http/operation.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import type { Surface } from "../../../carriers/surface-routes.ts";
import { ReportResults } from "../../../lifecycle/reports/schema.ts";
import { EnterResults } from "./schema.ts";
import { enterResults } from "./service.ts";

/** How a dispatcher enters the results of a driver without a phone. */
export const resultRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, tags, dispatch, problems, named, shapes } = surface;
  return new Elysia({ prefix: `${surface.prefix}/drivers/:id/results` })
    .use(surface.withCaller)
    .post("", ({ params: { id }, body, caller }) => enterResults(deps, caller, side, id, body), {
      body: EnterResults,
      query: shapes.parameters,
      response: { 200: ReportResults },
      detail: operation(dispatch, {
        operationId: named("enterDriverResults"),
        tags,
        summary: "Enter a driver's results",
        description:
          "For a driver without a phone: what was picked up, handed over, brought back or could not be delivered, and when. Only jobs that the driver has now. A delivery without the proof that the shipment requires counts: `proof_of_delivery.missing` says what is missing, and `captured_by` is `client` or `operator`.",
        problems: [...problems, "driver_has_phone"],
        body: jsonArray,
        isRepeatable: true,
      }),
    });
};
