import type { AnyElysia } from "elysia";
import { notificationRoutes } from "../access/accounts/mails/notification-routes.ts";
import { confirmationRoutes } from "../access/accounts/proof/confirmation-routes.ts";
import { secondFactorRoutes } from "../access/accounts/proof/second-factor-routes.ts";
import { recoveryRoutes } from "../access/accounts/recovery/recovery-routes.ts";
import { hasOperator } from "../access/accounts/sign-in/operator.ts";
import { accountRoutes } from "../access/accounts/sign-in/routes.ts";
import { auditRoutes } from "../access/audit/routes.ts";
import { faultRoutes } from "../access/faults/routes.ts";
import { keyRoutes } from "../access/keys/routes.ts";
import { joiningRoutes } from "../access/people/joining-routes.ts";
import { removalRoutes } from "../access/people/removal-routes.ts";
import { peopleRoutes } from "../access/people/routes.ts";
import { requestRoutes } from "../access/request-log/routes.ts";
import { usageRoutes } from "../access/usage/routes.ts";
import { healthRoutes } from "../api/health.ts";
import type { DeliveryDeps } from "../delivery/carriers/deps.ts";
import { accountSurface, operatorSurface, type Surface } from "../delivery/carriers/surface-routes.ts";
import { fleetReportRoutes } from "../delivery/connections/carrier-api/fleet-routes.ts";
import { carrierApiRoutes } from "../delivery/connections/carrier-api/routes.ts";
import { carrierWebhookRoutes } from "../delivery/connections/carrier-webhooks/inbox/routes.ts";
import { webhookReceivingRoutes } from "../delivery/connections/carrier-webhooks/routes.ts";
import { loadRoutes } from "../delivery/connections/load/routes.ts";
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
import { absenceRoutes } from "../delivery/fleet/dispatch/absence/routes.ts";
import { driverJobRoutes } from "../delivery/fleet/dispatch/jobs/routes.ts";
import { dispatchRoutes } from "../delivery/fleet/dispatch/matching/routes.ts";
import { noticeRoutes } from "../delivery/fleet/dispatch/notices/routes.ts";
import { resultRoutes } from "../delivery/fleet/dispatch/results/routes.ts";
import { ownStopOrderRoutes, stopOrderRoutes } from "../delivery/fleet/dispatch/stop-order/routes.ts";
import { stopRoutes } from "../delivery/fleet/dispatch/stops/routes.ts";
import { driverMeRoutes } from "../delivery/fleet/driver-api/me-routes.ts";
import { driverNoticeRoutes } from "../delivery/fleet/driver-api/notice-routes.ts";
import { driverReportRoutes } from "../delivery/fleet/driver-api/report-routes.ts";
import { driverCredentialRoutes } from "../delivery/fleet/drivers/setup/credential-routes.ts";
import { driverRoutes } from "../delivery/fleet/drivers/setup/routes.ts";
import { liveRoutes, operatorLiveRoutes } from "../delivery/fleet/live/routes.ts";
import { recallRoutes } from "../delivery/fleet/recalls/routes.ts";
import { workDayRoutes } from "../delivery/fleet/work-days/routes.ts";
import { assignmentRoutes } from "../delivery/lifecycle/assignments/routes.ts";
import { brandRoutes } from "../delivery/lifecycle/brand/routes.ts";
import { chargeRoutes } from "../delivery/lifecycle/charges/routes.ts";
import { labelRoutes } from "../delivery/lifecycle/labels/routes.ts";
import { quoteRoutes } from "../delivery/lifecycle/quotes/routes.ts";
import { publicTrackingRoutes, trackingRoutes } from "../delivery/lifecycle/tracking/routes.ts";
import { statuses } from "../delivery/model/model.ts";
import { batchRoutes } from "../delivery/orders/batches/routes.ts";
import { contactRoutes, recipientSearchRoutes } from "../delivery/orders/contacts/routes.ts";
import { copyRoutes } from "../delivery/orders/copies/routes.ts";
import { geocodingRoutes } from "../delivery/orders/geocoding/routes.ts";
import { importRoutes } from "../delivery/orders/imports/routes.ts";
import { orderDeviceRoutes } from "../delivery/orders/order-forms/device-routes.ts";
import { publicOrderRoutes } from "../delivery/orders/order-forms/public-routes.ts";
import { orderRequestRoutes } from "../delivery/orders/order-forms/request-routes.ts";
import { orderFormRoutes } from "../delivery/orders/order-forms/routes.ts";
import { placeRoutes } from "../delivery/orders/places/routes.ts";
import { promiseRoutes } from "../delivery/orders/promises/routes.ts";
import { proofFileRoutes } from "../delivery/orders/proof-file/routes.ts";
import { rateCardRoutes } from "../delivery/orders/rate-cards/routes.ts";
import { returnRoutes } from "../delivery/orders/returns/routes.ts";
import { scheduleRoutes } from "../delivery/orders/schedules/routes.ts";
import { estimateRoutes } from "../delivery/orders/shipments/estimate-routes.ts";
import { trackingLinkRoutes } from "../delivery/orders/shipments/link-routes.ts";
import { shipmentRoutes } from "../delivery/orders/shipments/routes.ts";
import { statementRoutes } from "../delivery/orders/statements/routes.ts";
import { deletionRoutes } from "../delivery/privacy/account/deletion-routes.ts";
import { ownAccountRoutes } from "../delivery/privacy/account/routes.ts";
import { exportRoutes } from "../delivery/privacy/export/routes.ts";
import { contactErasureRoutes } from "../delivery/privacy/redaction/contact-routes.ts";
import { orderErasureRoutes } from "../delivery/privacy/redaction/order-form-routes.ts";
import { redactionRoutes } from "../delivery/privacy/redaction/routes.ts";
import { scheduleErasureRoutes } from "../delivery/privacy/redaction/schedule-routes.ts";
import { recipientActionRoutes } from "../delivery/recipients/link/routes.ts";
import { recipientMailRoutes } from "../delivery/recipients/mail/routes.ts";
import { clockRoutes } from "../delivery/sandbox/clock/routes.ts";
import { sandboxRoutes } from "../delivery/sandbox/routes.ts";
import { rushHourRoutes } from "../delivery/sandbox/rush-hour/routes.ts";
import { stageRoutes } from "../delivery/sandbox/stages/routes.ts";
import type { RouteEntry } from "../infra/http/route.ts";
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
import { orderPageRoutes } from "../web/order/routes.ts";
import { recipientRoutes } from "../web/recipient/routes.ts";
import { stopEmailRoutes } from "../web/recipient-mail/routes.ts";
import { dashboardRoutes } from "../web/serving/routes.ts";
import { streetsRoutes } from "../web/serving/streets-routes.ts";

/** What Waybill answers, one line per feature, in the order of the document. @param routes all of them, once the app is made */
export function featuresOf(deps: DeliveryDeps, routes: () => readonly RouteEntry[]): AnyElysia[] {
  // A server for tests has no operator and prints no link.
  const isSetUp = () => deps.config.ephemeral || hasOperator(deps);
  const ofBoth = (routesOf: (deps: DeliveryDeps, surface: typeof accountSurface) => AnyElysia) =>
    [accountSurface, operatorSurface].map((surface) => routesOf(deps, surface));
  const ofBothFleets = (routesOf: (deps: DeliveryDeps, surface: Surface) => AnyElysia) =>
    ofBoth((_, { drivers }) => routesOf(deps, drivers));
  return [
    healthRoutes(deps),
    accountRoutes(deps),
    confirmationRoutes(deps),
    secondFactorRoutes(deps),
    recoveryRoutes(deps),
    keyRoutes(deps),
    auditRoutes(deps),
    notificationRoutes(deps),
    peopleRoutes(deps),
    removalRoutes(deps),
    joiningRoutes(deps),
    operatorRoutes(deps),
    resetLinkRoutes(deps),
    tierRoutes(deps),
    operatorOverviewRoutes(deps),
    backupRoutes(deps),
    operatorDeletionRoutes(deps),
    alarmRoutes(deps),
    operatorViewRoutes(deps),
    settingsRoutes(deps),
    shipmentRoutes(deps),
    redactionRoutes(deps),
    returnRoutes(deps),
    trackingLinkRoutes(deps),
    recipientMailRoutes(deps),
    labelRoutes(deps),
    proofFileRoutes(deps),
    quoteRoutes(deps),
    estimateRoutes(deps),
    geocodingRoutes(deps),
    placeRoutes(deps),
    contactRoutes(deps),
    contactErasureRoutes(deps),
    copyRoutes(deps),
    scheduleRoutes(deps),
    scheduleErasureRoutes(deps),
    recipientSearchRoutes(deps),
    orderFormRoutes(deps),
    orderRequestRoutes(deps),
    orderErasureRoutes(deps),
    publicOrderRoutes(deps),
    orderDeviceRoutes(deps),
    assignmentRoutes(deps),
    batchRoutes(deps),
    importRoutes(deps),
    carrierRoutes(deps, accountSurface),
    handoverRoutes(deps),
    carrierTokenRoutes(deps, accountSurface),
    rateCardRoutes(deps, accountSurface),
    loadRoutes(deps, accountSurface),
    carrierRoutes(deps, operatorSurface),
    carrierTokenRoutes(deps, operatorSurface),
    rateCardRoutes(deps, operatorSurface),
    loadRoutes(deps, operatorSurface),
    ...ofBoth(carrierWebhookRoutes),
    webhookReceivingRoutes(deps),
    carrierIdentityRoutes(deps),
    driverRoutes(deps, accountSurface.drivers),
    absenceRoutes(deps, accountSurface.drivers),
    workDayRoutes(deps, accountSurface.drivers),
    driverCredentialRoutes(deps, accountSurface.drivers),
    driverRoutes(deps, operatorSurface.drivers),
    absenceRoutes(deps, operatorSurface.drivers),
    workDayRoutes(deps, operatorSurface.drivers),
    driverCredentialRoutes(deps, operatorSurface.drivers),
    chargeRoutes(deps),
    statementRoutes(deps),
    operatorStatementRoutes(deps),
    attentionRoutes(deps),
    operatorAttentionRoutes(deps),
    liveRoutes(deps),
    operatorLiveRoutes(deps),
    carrierApiRoutes(deps),
    driverMeRoutes(deps),
    driverReportRoutes(deps),
    ...ofBoth(fleetReportRoutes),
    ...ofBoth(dispatchRoutes),
    ...ofBoth(correctionRoutes),
    fleetShipmentRoutes(deps),
    ...ofBoth(recallRoutes),
    ...ofBoth(laterChargeRoutes),
    ...ofBoth(promiseRoutes),
    stopRoutes(deps),
    driverNoticeRoutes(deps),
    ...ofBothFleets(noticeRoutes),
    ownStopOrderRoutes(deps),
    ...ofBothFleets(driverJobRoutes),
    ...ofBothFleets(stopOrderRoutes),
    ...ofBothFleets(resultRoutes),
    trackingRoutes(deps),
    publicTrackingRoutes(deps),
    recipientActionRoutes(deps),
    webhookRoutes(deps),
    deliveryRoutes(deps),
    eventRoutes(deps),
    eventDeliveryRoutes(deps),
    ownAccountRoutes(deps),
    brandRoutes(deps),
    deletionRoutes(deps),
    exportRoutes(deps),
    usageRoutes(deps, { shipments: statuses, deliveries: deliveryOutcomes }),
    requestRoutes(deps),
    sandboxRoutes(deps),
    rushHourRoutes(deps),
    stageRoutes(deps),
    clockRoutes(deps),
    inboxRoutes(deps),
    faultRoutes(deps, routes),
    referenceRoutes(deps, routes),
    pageRoutes(deps, routes),
    apiPageRoutes(deps),
    setUpPageRoutes(isSetUp),
    iconRoutes(),
    recipientRoutes(deps),
    stopEmailRoutes(deps),
    driverPageRoutes(deps),
    orderPageRoutes(),
    streetsRoutes(deps),
    dashboardRoutes(deps, isSetUp),
  ];
}
