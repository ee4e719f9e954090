import { Elysia } from "elysia";
import { forgetSessions, sendVerifications } from "./accounts/jobs.ts";
import { hasOperator } from "./accounts/operator.ts";
import { accountRoutes } from "./accounts/routes.ts";
import { callCarriers } from "./assignments/jobs.ts";
import { assignmentRoutes } from "./assignments/routes.ts";
import { moveAuditEntries } from "./audit/jobs.ts";
import { auditRoutes } from "./audit/routes.ts";
import { readDatabasesThrough, takeBackups } from "./backups/jobs.ts";
import { dashboardRoutes } from "./dashboard/serving/routes.ts";
import { forgetDeliveries, sendDeliveries, settleBacklogs } from "./deliveries/jobs.ts";
import { deliveryRoutes, eventDeliveryRoutes } from "./deliveries/routes.ts";
import type { Deps } from "./deps.ts";
import type { Environment } from "./environment.ts";
import { eventRoutes } from "./events/routes.ts";
import { requireAdmittedRoute } from "./http/admitted-route.ts";
import { declareStatus, type Outgoing, toAnswer } from "./http/answer.ts";
import { readJson } from "./http/body.ts";
import { contextOf } from "./http/context.ts";
import { deprecations } from "./http/deprecation.ts";
import { registerFormats } from "./http/formats.ts";
import { createGate } from "./http/gate.ts";
import { healthRoutes } from "./http/health.ts";
import { heedIdempotencyKey } from "./http/idempotency.ts";
import { toProblem } from "./http/problem.ts";
import { prepareQuery } from "./http/query.ts";
import { createRouteTable } from "./http/route-table.ts";
import { allowSlowAnswer, limitSilence } from "./http/silence.ts";
import { forgetIdempotencyKeys } from "./idempotency/jobs.ts";
import type { CalendarJob } from "./jobs/calendar.ts";
import type { Job } from "./jobs/job.ts";
import { keyRoutes } from "./keys/routes.ts";
import { sendDigests } from "./mail/jobs.ts";
import { operatorRoutes } from "./operator/routes.ts";
import { runQuoteRounds } from "./quotes/jobs.ts";
import { quoteRoutes } from "./quotes/routes.ts";
import { iconRoutes, pageRoutes, referenceRoutes, setUpPageRoutes } from "./reference/routes.ts";
import { forgetRequests } from "./requests/jobs.ts";
import { requestRoutes } from "./requests/routes.ts";
import { runSimulations } from "./sandbox/jobs.ts";
import { sandboxRoutes } from "./sandbox/routes.ts";
import { expireShipments } from "./shipments/jobs.ts";
import { shipmentRoutes } from "./shipments/routes.ts";
import { publicTrackingRoutes, trackingRoutes } from "./tracking/routes.ts";
import { forgetUsage } from "./usage/jobs.ts";
import { usageRoutes } from "./usage/routes.ts";
import { clearRemovedWebhooks } from "./webhooks/jobs.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

/** Everything Waybill answers: the hooks in their order, then one line per feature. */
export function createApp(deps: Deps, deprecated = deprecations) {
  registerFormats();
  // One for tests is nobody's, and prints no link.
  const isSetUp = () => deps.config.ephemeral || hasOperator(deps);
  const app = new Elysia({ normalize: false, strictPath: true, handler: { standardHostname: false } })
    .onError(({ error, request }) => {
      limitSilence(app.server, request);
      return toProblem(deps, error, request);
    })
    .onRequest(({ request, set }) => gate(request, (set as Outgoing).headers))
    .onParse(async ({ request, route }) => {
      requireAdmittedRoute(deps, request, route);
      const body = await readJson(request);
      allowSlowAnswer(app.server, request);
      await heedIdempotencyKey(deps, request);
      return body;
    })
    .onTransform(({ request, route, query, set }) => {
      // Not every route has a body to parse.
      requireAdmittedRoute(deps, request, route);
      allowSlowAnswer(app.server, request);
      declareStatus(request, set);
      prepareQuery(request, query, contextOf(request)?.route?.integerParameters);
    })
    .onBeforeHandle(({ request }) => contextOf(request)?.earlierAnswer)
    .mapResponse(({ responseValue, request, set }) => {
      if (!contextOf(request)?.isStream) limitSilence(app.server, request);
      return toAnswer(deps, responseValue, request, set as Outgoing);
    })
    .use(healthRoutes(deps))
    .use(accountRoutes(deps))
    .use(keyRoutes(deps))
    .use(auditRoutes(deps))
    .use(operatorRoutes(deps))
    .use(shipmentRoutes(deps))
    .use(quoteRoutes(deps))
    .use(assignmentRoutes(deps))
    .use(trackingRoutes(deps))
    .use(publicTrackingRoutes(deps))
    .use(webhookRoutes(deps))
    .use(deliveryRoutes(deps))
    .use(eventRoutes(deps))
    .use(eventDeliveryRoutes(deps))
    .use(usageRoutes(deps))
    .use(requestRoutes(deps))
    .use(sandboxRoutes(deps))
    .use(referenceRoutes(deps, () => table.entries))
    .use(pageRoutes(deps))
    .use(setUpPageRoutes(isSetUp))
    .use(iconRoutes())
    .use(dashboardRoutes(deps, isSetUp));
  const table = createRouteTable(app.routes, deprecated);
  const gate = createGate(deps, table, () => app.server);
  return app;
}

/** Everything Waybill does on its own in an environment. */
export function createJobs(deps: Deps, environment: Environment): Job[] {
  const everywhere = [
    runQuoteRounds,
    callCarriers,
    sendDeliveries,
    settleBacklogs,
    sendDigests,
    moveAuditEntries,
    clearRemovedWebhooks,
    expireShipments,
  ];
  // The accounts belong to neither environment: one of the two loops looks after their mail.
  const factories = [...everywhere, environment === "sandbox" ? runSimulations : sendVerifications];
  return factories.map((factory) => factory(deps, environment));
}

/** Everything that belongs to a time of day. */
export function createCalendar(deps: Deps): CalendarJob[] {
  return [
    forgetIdempotencyKeys(deps),
    forgetSessions(deps),
    forgetUsage(deps),
    forgetRequests(deps),
    forgetDeliveries(deps),
    readDatabasesThrough(deps),
    ...(deps.backups.folder === null ? [] : [takeBackups(deps)]),
  ];
}
