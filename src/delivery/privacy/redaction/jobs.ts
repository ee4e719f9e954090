import { repeatedErasures } from "../../../access/erasure/service.ts";
import type { Deps } from "../../../infra/deps.ts";
import type { CalendarJob } from "../../../infra/jobs/calendar.ts";
import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import { dueOrderErasures } from "../../orders/order-forms/forgetting.ts";
import { eraseOverdueOrder } from "./order-forms.ts";
import { repeatErasure } from "./repeating.ts";
import { redactEnded, redactEndedOf } from "./retention.ts";
import { completeRedaction, waitingRedactions } from "./service.ts";

/** Ends personal data that was kept long enough. Every hour, so that each run has little to do. */
export const endPersonalData = (deps: Deps): CalendarJob => ({
  name: "shipments.end_personal_data",
  pattern: "17 * * * *",
  run: (now) => redactEnded(deps, now),
  runOf: (now, accountId) => redactEndedOf(deps, now, accountId),
});

/** Erases again what a restored backup brought back, in both environments. */
export const repeatErasures: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: "erasures.repeat",
    rows: repeatedErasures(deps),
    task: (id) => repeatErasure(deps, id),
    inFlightMax: repeatsInFlightMax,
  });

const repeatsInFlightMax = 4;

/** Erases what customers ordered and nobody made a shipment of. */
export const eraseOrders: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `order_forms.erase.${environment}`,
    rows: dueOrderErasures(deps, environment),
    task: (id) => eraseOverdueOrder(deps, environment, id),
    inFlightMax: repeatsInFlightMax,
  });

/** Redactions share the passes over files, so many may wait for one. */
const inFlightMax = 64;

/** Ends redactions: those that somebody waits for, and those that a restart interrupted. */
export const redactShipments: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `shipments.redact.${environment}`,
    rows: waitingRedactions(deps, environment),
    task: (id) => completeRedaction(deps, environment, id),
    inFlightMax,
  });
