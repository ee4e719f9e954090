import { type AnyElysia, Elysia } from "elysia";
import { confirmationRoutes } from "../access/accounts/confirmation-routes.ts";
import { notificationRoutes } from "../access/accounts/notification-routes.ts";
import { hasOperator } from "../access/accounts/operator.ts";
import { recoveryRoutes } from "../access/accounts/recovery-routes.ts";
import { accountRoutes } from "../access/accounts/routes.ts";
import { secondFactorRoutes } from "../access/accounts/second-factor-routes.ts";
import { auditRoutes } from "../access/audit/routes.ts";
import { faultRoutes } from "../access/faults/routes.ts";
import { keyRoutes } from "../access/keys/routes.ts";
import { joiningRoutes } from "../access/people/joining-routes.ts";
import { removalRoutes } from "../access/people/removal-routes.ts";
import { peopleRoutes } from "../access/people/routes.ts";
import { requestRoutes } from "../access/request-log/routes.ts";
import { usageRoutes } from "../access/usage/routes.ts";
import { requireAdmittedRoute } from "../api/admitted-route.ts";
import { createAnswerCheck } from "../api/answer-check.ts";
import { readBody } from "../api/body.ts";
import { addClockHeader } from "../api/clock-header.ts";
import { createGate, readmit } from "../api/gate.ts";
import { healthRoutes } from "../api/health.ts";
import { applyIdempotencyKey } from "../api/idempotency.ts";
import { allowSlowResponse, restoreIdleTimeout } from "../api/idle-timeout.ts";
import { toProblem } from "../api/problem.ts";
import { prepareQuery } from "../api/query.ts";
import { declareStatus, type Outgoing, toResponse } from "../api/response.ts";
import { createRouteTable } from "../api/route-table.ts";
import type { DeliveryDeps } from "../delivery/carriers/deps.ts";
import { accountSurface, operatorSurface } from "../delivery/carriers/surface-routes.ts";
import { fleetReportRoutes } from "../delivery/connections/carrier-api/fleet-routes.ts";
import { carrierApiRoutes } from "../delivery/connections/carrier-api/routes.ts";
import { carrierWebhookRoutes } from "../delivery/connections/carrier-webhooks/inbox/routes.ts";
import { webhookReceivingRoutes } from "../delivery/connections/carrier-webhooks/routes.ts";
import { handoverRoutes } from "../delivery/connections/setup/handover-routes.ts";
import { carrierIdentityRoutes } from "../delivery/connections/setup/identity-routes.ts";
import { carrierRoutes } from "../delivery/connections/setup/routes.ts";
import { carrierTokenRoutes } from "../delivery/connections/setup/token-routes.ts";
import { attentionRoutes, operatorAttentionRoutes } from "../delivery/fleet/attention/routes.ts";
import {
  correctionRoutes,
  fleetShipmentRoutes,
  laterChargeRoutes,
} from "../delivery/fleet/corrections/routes.ts";
import { driverJobRoutes } from "../delivery/fleet/dispatch/jobs/routes.ts";
import { dispatchRoutes } from "../delivery/fleet/dispatch/matching/routes.ts";
import { ownStopOrderRoutes, stopOrderRoutes } from "../delivery/fleet/dispatch/stop-order/routes.ts";
import { stopRoutes } from "../delivery/fleet/dispatch/stops/routes.ts";
import { driverMeRoutes } from "../delivery/fleet/driver-api/me-routes.ts";
import { driverReportRoutes } from "../delivery/fleet/driver-api/report-routes.ts";
import { driverCredentialRoutes } from "../delivery/fleet/drivers/setup/credential-routes.ts";
import { driverRoutes } from "../delivery/fleet/drivers/setup/routes.ts";
import { accountDrivers, operatorDrivers } from "../delivery/fleet/drivers/setup/surface-routes.ts";
import { liveRoutes, operatorLiveRoutes } from "../delivery/fleet/live/routes.ts";
import { assignmentRoutes } from "../delivery/lifecycle/assignments/routes.ts";
import { brandRoutes } from "../delivery/lifecycle/brand/routes.ts";
import { chargeRoutes } from "../delivery/lifecycle/charges/routes.ts";
import { labelRoutes } from "../delivery/lifecycle/labels/routes.ts";
import { quoteRoutes } from "../delivery/lifecycle/quotes/routes.ts";
import { publicTrackingRoutes, trackingRoutes } from "../delivery/lifecycle/tracking/routes.ts";
import { statuses } from "../delivery/model/model.ts";
import { batchRoutes } from "../delivery/orders/batches/routes.ts";
import { geocodingRoutes } from "../delivery/orders/geocoding/routes.ts";
import { proofFileRoutes } from "../delivery/orders/proof-file/routes.ts";
import { rateCardRoutes } from "../delivery/orders/rate-cards/routes.ts";
import { returnRoutes } from "../delivery/orders/returns/routes.ts";
import { estimateRoutes } from "../delivery/orders/shipments/estimate-routes.ts";
import { trackingLinkRoutes } from "../delivery/orders/shipments/link-routes.ts";
import { shipmentRoutes } from "../delivery/orders/shipments/routes.ts";
import { statementRoutes } from "../delivery/orders/statements/routes.ts";
import { deletionRoutes } from "../delivery/privacy/account/deletion-routes.ts";
import { ownAccountRoutes } from "../delivery/privacy/account/routes.ts";
import { exportRoutes } from "../delivery/privacy/export/routes.ts";
import { redactionRoutes } from "../delivery/privacy/redaction/routes.ts";
import { recipientActionRoutes } from "../delivery/recipients/link/routes.ts";
import { recipientMailRoutes } from "../delivery/recipients/mail/routes.ts";
import { clockRoutes } from "../delivery/sandbox/clock/routes.ts";
import { sandboxRoutes } from "../delivery/sandbox/routes.ts";
import { rushHourRoutes } from "../delivery/sandbox/rush-hour/routes.ts";
import { stageRoutes } from "../delivery/sandbox/stages/routes.ts";
import { contextOf } from "../infra/http/context.ts";
import { pluginsKeepRoutes } from "../infra/patches/elysia-routes.ts";
import { eventRoutes } from "../messaging/events/routes.ts";
import { deliveryOutcomes } from "../messaging/webhooks/deliveries/delivery.ts";
import { deliveryRoutes, eventDeliveryRoutes } from "../messaging/webhooks/deliveries/routes.ts";
import { inboxRoutes } from "../messaging/webhooks/inbox/routes.ts";
import { webhookRoutes } from "../messaging/webhooks/routes.ts";
import { alarmRoutes } from "../operator/alarms/routes.ts";
import { backupRoutes } from "../operator/backup-routes.ts";
import { operatorDeletionRoutes } from "../operator/deletion-routes.ts";
import { operatorOverviewRoutes } from "../operator/overview-routes.ts";
import { resetLinkRoutes } from "../operator/reset-link-routes.ts";
import { operatorRoutes } from "../operator/routes.ts";
import { settingsRoutes } from "../operator/settings-routes.ts";
import { operatorStatementRoutes } from "../operator/statement-routes.ts";
import { tierRoutes } from "../operator/tier-routes.ts";
import { operatorViewRoutes } from "../operator/view-routes.ts";
import {
  apiPageRoutes,
  iconRoutes,
  pageRoutes,
  referenceRoutes,
  setUpPageRoutes,
} from "../web/docs/routes.ts";
import { driverPageRoutes } from "../web/driver/routes.ts";
import { recipientRoutes } from "../web/recipient/routes.ts";
import { stopEmailRoutes } from "../web/recipient-mail/routes.ts";
import { dashboardRoutes } from "../web/serving/routes.ts";
import { streetsRoutes } from "../web/serving/streets-routes.ts";

/** Everything Waybill answers: the hooks in order, then one line per feature, in the order of the document. */
export function createApp(deps: DeliveryDeps) {
  // A server for tests has no operator and prints no link.
  const isSetUp = () => deps.config.ephemeral || hasOperator(deps);
  const check = createAnswerCheck(deps);
  using plugins = pluginsKeepRoutes();
  const app = plugins
    .app(new Elysia({ normalize: false, strictPath: true, handler: { standardHostname: false } }))
    .onError(({ error, request, set }) => {
      addClockHeader(deps, request, set as Outgoing);
      restoreIdleTimeout(app.server, request);
      return toProblem(deps, error, request);
    })
    .onRequest(({ request, set }) => gate(request, (set as Outgoing).headers))
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
    })
    .use(healthRoutes(deps))
    .use(accountRoutes(deps))
    .use(confirmationRoutes(deps))
    .use(secondFactorRoutes(deps))
    .use(recoveryRoutes(deps))
    .use(keyRoutes(deps))
    .use(auditRoutes(deps))
    .use(notificationRoutes(deps))
    .use(peopleRoutes(deps))
    .use(removalRoutes(deps))
    .use(joiningRoutes(deps))
    .use(operatorRoutes(deps))
    .use(resetLinkRoutes(deps))
    .use(tierRoutes(deps))
    .use(operatorOverviewRoutes(deps))
    .use(backupRoutes(deps))
    .use(operatorDeletionRoutes(deps))
    .use(alarmRoutes(deps))
    .use(operatorViewRoutes(deps))
    .use(settingsRoutes(deps))
    .use(shipmentRoutes(deps))
    .use(redactionRoutes(deps))
    .use(returnRoutes(deps))
    .use(trackingLinkRoutes(deps))
    .use(recipientMailRoutes(deps))
    .use(labelRoutes(deps))
    .use(proofFileRoutes(deps))
    .use(quoteRoutes(deps))
    .use(estimateRoutes(deps))
    .use(geocodingRoutes(deps))
    .use(assignmentRoutes(deps))
    .use(batchRoutes(deps));
  // The compiler follows a chain of a hundred plugins, and no longer one.
  (app as AnyElysia)
    .use(carrierRoutes(deps, accountSurface))
    .use(handoverRoutes(deps))
    .use(carrierTokenRoutes(deps, accountSurface))
    .use(rateCardRoutes(deps, accountSurface))
    .use(carrierRoutes(deps, operatorSurface))
    .use(carrierTokenRoutes(deps, operatorSurface))
    .use(rateCardRoutes(deps, operatorSurface))
    .use(carrierWebhookRoutes(deps, accountSurface))
    .use(carrierWebhookRoutes(deps, operatorSurface))
    .use(webhookReceivingRoutes(deps))
    .use(carrierIdentityRoutes(deps))
    .use(driverRoutes(deps, accountDrivers))
    .use(driverCredentialRoutes(deps, accountDrivers))
    .use(driverRoutes(deps, operatorDrivers))
    .use(driverCredentialRoutes(deps, operatorDrivers))
    .use(chargeRoutes(deps))
    .use(statementRoutes(deps))
    .use(operatorStatementRoutes(deps))
    .use(attentionRoutes(deps))
    .use(operatorAttentionRoutes(deps))
    .use(liveRoutes(deps))
    .use(operatorLiveRoutes(deps))
    .use(carrierApiRoutes(deps))
    .use(driverMeRoutes(deps))
    .use(driverReportRoutes(deps))
    .use(fleetReportRoutes(deps, accountSurface))
    .use(fleetReportRoutes(deps, operatorSurface))
    .use(dispatchRoutes(deps, accountSurface))
    .use(dispatchRoutes(deps, operatorSurface))
    .use(correctionRoutes(deps, accountSurface))
    .use(correctionRoutes(deps, operatorSurface))
    .use(fleetShipmentRoutes(deps))
    .use(laterChargeRoutes(deps, accountSurface))
    .use(laterChargeRoutes(deps, operatorSurface))
    .use(stopRoutes(deps))
    .use(ownStopOrderRoutes(deps))
    .use(driverJobRoutes(deps, accountDrivers))
    .use(driverJobRoutes(deps, operatorDrivers))
    .use(stopOrderRoutes(deps, accountDrivers))
    .use(stopOrderRoutes(deps, operatorDrivers))
    .use(trackingRoutes(deps))
    .use(publicTrackingRoutes(deps))
    .use(recipientActionRoutes(deps))
    .use(webhookRoutes(deps))
    .use(deliveryRoutes(deps))
    .use(eventRoutes(deps))
    .use(eventDeliveryRoutes(deps))
    .use(ownAccountRoutes(deps))
    .use(brandRoutes(deps))
    .use(deletionRoutes(deps))
    .use(exportRoutes(deps))
    .use(usageRoutes(deps, { shipments: statuses, deliveries: deliveryOutcomes }))
    .use(requestRoutes(deps))
    .use(sandboxRoutes(deps))
    .use(rushHourRoutes(deps))
    .use(stageRoutes(deps))
    .use(clockRoutes(deps))
    .use(inboxRoutes(deps))
    .use(faultRoutes(deps, () => table.entries))
    .use(referenceRoutes(deps, () => table.entries))
    .use(pageRoutes(deps, () => table.entries))
    .use(apiPageRoutes(deps))
    .use(setUpPageRoutes(isSetUp))
    .use(iconRoutes())
    .use(recipientRoutes(deps))
    .use(stopEmailRoutes(deps))
    .use(driverPageRoutes(deps))
    .use(streetsRoutes(deps))
    .use(dashboardRoutes(deps, isSetUp));
  const table = createRouteTable(app.routes);
  const gate = createGate(deps, table, () => app.server);
  return app;
}
