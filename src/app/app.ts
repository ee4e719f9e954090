import { Elysia } from "elysia";
import { requireAdmittedRoute } from "../api/admitted-route.ts";
import { createAnswerCheck } from "../api/answer-check.ts";
import { readBody } from "../api/body.ts";
import { addClockHeader } from "../api/clock-header.ts";
import { createGate, readmit } from "../api/gate.ts";
import { applyIdempotencyKey } from "../api/idempotency.ts";
import { allowSlowResponse, restoreIdleTimeout } from "../api/idle-timeout.ts";
import { toProblem } from "../api/problem.ts";
import { prepareQuery } from "../api/query.ts";
import { declareStatus, type Outgoing, toResponse } from "../api/response.ts";
import { createRouteTable } from "../api/route-table.ts";
import type { DeliveryDeps } from "../delivery/carriers/deps.ts";
import { contextOf } from "../infra/http/context.ts";
import { pluginsKeepRoutes } from "../infra/patches/elysia-routes.ts";
import { featuresOf } from "./features.ts";

/** Everything Waybill answers: the hooks in order, then the features. */
export function createApp(deps: DeliveryDeps) {
  const check = createAnswerCheck(deps);
  using plugins = pluginsKeepRoutes();
  const app = plugins
    .app(new Elysia({ normalize: false, strictPath: true, handler: { standardHostname: false } }))
    .onError(({ error, request, set }) => {
      addClockHeader(deps, request, set as Outgoing);
      restoreIdleTimeout(app.server, request);
      return toProblem(deps, error, request);
    })
    .onRequest(({ request, set }) => {
      const early = gate(request, (set as Outgoing).headers);
      const { route } = contextOf(request) ?? {};
      if (route) plugins.admit(route.method, route.path);
      return early;
    })
    .onParse(async ({ request, route }) => {
      requireAdmittedRoute(deps, request, route);
      const body = await readBody(request);
      readmit(deps, request);
      allowSlowResponse(app.server, request);
      await applyIdempotencyKey(deps, request);
      return body;
    })
    .onTransform(({ request, route, query, set }) => {
      // Not every route has a body to parse.
      requireAdmittedRoute(deps, request, route);
      allowSlowResponse(app.server, request);
      declareStatus(request, set);
      prepareQuery(request, query, contextOf(request)?.route?.integerParameters);
    })
    .onBeforeHandle(({ request }) => contextOf(request)?.earlierResponse)
    .mapResponse(({ responseValue, request, set }) => {
      if (!contextOf(request)?.isStream) restoreIdleTimeout(app.server, request);
      addClockHeader(deps, request, set as Outgoing);
      return toResponse(deps, check, responseValue, request, set as Outgoing);
    });
  for (const feature of featuresOf(deps, () => table.entries)) app.use(feature);
  const table = createRouteTable(app.routes);
  const gate = createGate(deps, table, () => app.server);
  return app;
}
