import type { Deps } from "../../../infra/deps.ts";
import type { CalendarJob } from "../../../infra/jobs/calendar.ts";
import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { applyCarrierWebhook } from "./applying.ts";
import { dueWebhooks, forgetOldWebhooks } from "./forgetting.ts";

/** Applies what carriers sent to their webhook addresses. */
export const applyCarrierWebhooks: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: `hooks.apply.${environment}`,
    inFlightMax: 20,
    rows: dueWebhooks(deps, environment),
    task: (id) => applyCarrierWebhook(deps, environment, id),
  });

/** Removes old webhooks and unmatched bodies every hour, in real time: carriers know no other. */
export const forgetCarrierWebhooks = (deps: Deps): CalendarJob => ({
  name: "hooks.forget",
  pattern: "47 * * * *",
  run: (now) => forgetOldWebhooks(deps, now),
});
