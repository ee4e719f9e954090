import { webhookAddressees } from "../access/accounts/mails/notifications.ts";
import {
  endViews,
  sendLinks,
  sendSecurityMails,
  sendVerifications,
} from "../access/accounts/sign-in/jobs.ts";
import { moveAuditEntries } from "../access/audit/jobs.ts";
import { erasePeople, saveNewErasures } from "../access/erasure/jobs.ts";
import { sendInvitations } from "../access/people/jobs.ts";
import { deleteOldRequests } from "../access/request-log/jobs.ts";
import { deleteOldUsage } from "../access/usage/jobs.ts";
import type { DeliveryDeps } from "../delivery/carriers/deps.ts";
import { deleteImages } from "../delivery/carriers/images/jobs.ts";
import { recordCircuits, saveCarrierHealth } from "../delivery/carriers/jobs.ts";
import {
  applyCarrierWebhooks,
  forgetCarrierWebhooks,
} from "../delivery/connections/carrier-webhooks/jobs.ts";
import { askAboutBookings } from "../delivery/connections/polling/jobs.ts";
import { finishWithdrawals, forgetCarrierSecrets } from "../delivery/connections/setup/jobs.ts";
import { evaluateDueAttention } from "../delivery/fleet/attention/jobs.ts";
import { resumeReleases } from "../delivery/fleet/dispatch/absence/jobs.ts";
import { searchDrivers } from "../delivery/fleet/dispatch/matching/jobs.ts";
import { suggestOrders } from "../delivery/fleet/dispatch/stop-order/jobs.ts";
import { finishRemovals } from "../delivery/fleet/drivers/jobs.ts";
import { deleteDriverPositions, endDuties } from "../delivery/fleet/positions/jobs.ts";
import { callCarriers } from "../delivery/lifecycle/assignments/jobs.ts";
import { pushNotices } from "../delivery/lifecycle/driver-notices/jobs.ts";
import { fetchLabels } from "../delivery/lifecycle/labels/jobs.ts";
import { answerScripted, askCarriers, endQuoteRounds } from "../delivery/lifecycle/quotes/jobs.ts";
import { checkSilences, routeEtas } from "../delivery/lifecycle/tracking/jobs.ts";
import { findAddresses } from "../delivery/orders/geocoding/jobs.ts";
import { workOnImports } from "../delivery/orders/imports/jobs.ts";
import { acceptOrders, mailCodes, resumeForms } from "../delivery/orders/order-forms/jobs.ts";
import { makeScheduled, planSchedules } from "../delivery/orders/schedules/jobs.ts";
import { expireShipments } from "../delivery/orders/shipments/jobs.ts";
import { deleteAccounts } from "../delivery/privacy/account/jobs.ts";
import {
  endPersonalData,
  eraseOrders,
  redactShipments,
  repeatErasures,
} from "../delivery/privacy/redaction/jobs.ts";
import { forgetRecipients, sendRecipientMails } from "../delivery/recipients/mail/jobs.ts";
import { runSimulations } from "../delivery/sandbox/jobs.ts";
import { runRushHours } from "../delivery/sandbox/rush-hour/jobs.ts";
import {
  checkDatabasesDaily,
  checkRestores,
  removeUpgradeCopies,
  takeBackups,
} from "../infra/backups/jobs.ts";
import { doChores } from "../infra/chores/jobs.ts";
import { isChore } from "../infra/chores/service.ts";
import type { Deps } from "../infra/deps.ts";
import type { Environment } from "../infra/environment.ts";
import type { CalendarJob } from "../infra/jobs/calendar.ts";
import type { Job } from "../infra/jobs/job.ts";
import { forgetRows } from "../infra/jobs/jobs.ts";
import { sendDigests } from "../infra/mail/jobs.ts";
import { reportLongest } from "../infra/metrics/jobs.ts";
import {
  forgetDeliveries,
  reconcileBacklogs,
  sendDeliveries,
} from "../messaging/webhooks/deliveries/jobs.ts";
import { forgetInbox } from "../messaging/webhooks/inbox/jobs.ts";
import { clearRemovedWebhooks } from "../messaging/webhooks/jobs.ts";
import { notifyOperator } from "../operator/alarms/jobs.ts";
import { writeCode, writeLetter } from "../web/recipient-mail/letter.ts";

/** The background jobs of an environment, each made when it is taken. */
export function createJobs(deps: DeliveryDeps, environment: Environment): Iterable<Job> {
  const everywhere = [
    askCarriers,
    endQuoteRounds,
    recordCircuits,
    saveCarrierHealth,
    finishWithdrawals,
    finishRemovals,
    endDuties,
    resumeReleases,
    callCarriers,
    askAboutBookings,
    ...(deps.pushKeys === null ? [] : [pushNotices]),
    fetchLabels,
    applyCarrierWebhooks,
    ...(deps.config.geocoderUrl === null ? [] : [findAddresses]),
    searchDrivers,
    suggestOrders,
    sendDeliveries,
    reconcileBacklogs,
    sendDigests(webhookAddressees),
    moveAuditEntries,
    clearRemovedWebhooks,
    acceptOrders,
    eraseOrders,
    resumeForms,
    expireShipments,
    planSchedules,
    makeScheduled,
    workOnImports,
    redactShipments,
    checkSilences,
    routeEtas,
    evaluateDueAttention,
  ];
  // Accounts belong to neither environment, so the loop of live handles their mail and their end.
  const mails = [sendVerifications, sendLinks, sendSecurityMails, sendInvitations];
  const ofAccounts = [...mails, deleteAccounts, erasePeople, repeatErasures, endViews];
  // Recipients of the sandbox get no mail.
  const ofLive = [...ofAccounts, mailCodes(writeCode), sendRecipientMails(writeLetter)];
  const chores = deps.clocks ? [doChores(createCalendar(deps).filter(isChore))] : [];
  const ofSandbox = [answerScripted, runSimulations, runRushHours, ...chores];
  const ofEnvironment = environment === "sandbox" ? ofSandbox : ofLive;
  return [...everywhere, ...ofEnvironment].values().map((factory) => factory(deps, environment));
}

/** The jobs that run at a time of day. */
export function createCalendar(deps: Deps): CalendarJob[] {
  return [
    forgetRows(deps),
    deleteImages(deps),
    deleteDriverPositions(deps),
    endPersonalData(deps),
    forgetRecipients(deps),
    forgetCarrierSecrets(deps),
    forgetCarrierWebhooks(deps),
    deleteOldUsage(deps),
    deleteOldRequests(deps),
    forgetDeliveries(deps),
    forgetInbox(deps),
    checkDatabasesDaily(deps),
    removeUpgradeCopies(deps),
    notifyOperator(deps),
    reportLongest(deps),
    ...(deps.backups.folder === null ? [] : [takeBackups(deps), checkRestores(deps), saveNewErasures(deps)]),
  ];
}
