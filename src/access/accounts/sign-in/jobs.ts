import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import { dueMailedLinks, sendMailedLink } from "../mails/mailed-links.ts";
import { dueSecurityMails, sendSecurityMail } from "../mails/security-mails.ts";
import { dueLinks, sendLink } from "../recovery/verification.ts";
import { endingViews, endViewInTime } from "../sessions/viewing.ts";

const inFlightMax = 2;

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
