import type { Deps } from "../../infra/deps.ts";
import type { CalendarJob } from "../../infra/jobs/calendar.ts";
import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
import { dueMailedLinks, removeOldMails, sendMailedLink } from "./mailed-links.ts";
import { dueSecurityMails, sendSecurityMail } from "./security-mails.ts";
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

/** Sends users the links that set a new password or confirm a new address. */
export const sendLinks: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: "accounts.links",
    rows: dueMailedLinks(deps),
    task: (id) => sendMailedLink(deps, id),
    inFlightMax,
  });

/** Tells users what happened to their sign-in. */
export const sendSecurityMails: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: "accounts.security-mails",
    rows: dueSecurityMails(deps),
    task: (id) => sendSecurityMail(deps, id),
    inFlightMax,
  });

/** Deletes mails about signing in that were sent a day ago, once a day. */
export const deleteOldMails = (deps: Deps): CalendarJob => ({
  name: "accounts.forget-mails",
  pattern: "47 3 * * *",
  run: (now) => removeOldMails(deps, now),
});
