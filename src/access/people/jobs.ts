import type { Deps } from "../../infra/deps.ts";
import type { CalendarJob } from "../../infra/jobs/calendar.ts";
import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import { removeEndedInvitations } from "./invitations.ts";
import { dueInvitations, sendInvitation } from "./sending.ts";

const inFlightMax = 2;

/** Mails people their invitations. */
export const sendInvitations: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: "people.invite",
    rows: dueInvitations(deps),
    task: (id) => sendInvitation(deps, id),
    inFlightMax,
  });

/** Deletes ended invitations once a day. */
export const deleteEndedInvitations = (deps: Deps): CalendarJob => ({
  name: "people.forget-invitations",
  pattern: "19 3 * * *",
  run: (now) => removeEndedInvitations(deps, now),
});
