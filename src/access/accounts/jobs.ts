import type { Deps } from "../../infra/deps.ts";
import type { CalendarJob } from "../../infra/jobs/calendar.ts";
import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import { removeEndedSessions } from "./sessions.ts";
import { dueLinks, sendLink } from "./verification.ts";
import { endingViews, endViewInTime } from "./viewing.ts";

const inFlightMax = 2;

/** Deletes ended sessions once a day. */
export const deleteEndedSessions = (deps: Deps): CalendarJob => ({
  name: "accounts.forget-sessions",
  pattern: "17 3 * * *",
  run: (now) => removeEndedSessions(deps, now),
});

/** Ends the views of accounts whose time is over. */
export const endViews: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: "accounts.end-views",
    rows: endingViews(deps),
    task: (id) => endViewInTime(deps, id),
    inFlightMax,
  });

/** Sends users the links that verify their email addresses. */
export const sendVerifications: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: "accounts.verify",
    rows: dueLinks(deps),
    task: (id) => sendLink(deps, id),
    inFlightMax,
  });
