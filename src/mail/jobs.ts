import { type JobFactory, rowJob } from "../jobs/job.ts";
import { dueMails, nextMailDue, sendMail } from "./outbox.ts";

const inFlightMax = 2;

/** Hands what is due to the mail server. */
export const sendMails: JobFactory = (deps, environment) =>
  rowJob(deps, environment, {
    name: `mail.send.${environment}`,
    due: (now, limit) => dueMails(deps, environment, now, limit),
    nextDue: (now) => nextMailDue(deps, environment, now),
    task: (id) => sendMail(deps, environment, id),
    inFlightMax,
  });
