import type { Deps } from "../../../infra/deps.ts";
import type { CalendarJob } from "../../../infra/jobs/calendar.ts";
import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import { forgetAddresses } from "./forgetting.ts";
import type { WriteLetter } from "./letter.ts";
import { dueRecipientMails, sendRecipientMail } from "./sending.ts";

/** Mail servers refuse senders with many connections. */
const inFlightMax = 4;

/** Mails recipients what became of their deliveries. */
export const sendRecipientMails =
  (writeLetter: WriteLetter): JobFactory =>
  (deps, environment) =>
    rowJob(deps, environment, {
      name: "recipients.mail",
      rows: dueRecipientMails(deps, environment),
      task: (id) => sendRecipientMail(deps, environment, id, writeLetter),
      inFlightMax,
    });

/** Forgets to whom mails went, a day later. */
export const forgetRecipients = (deps: Deps): CalendarJob => ({
  name: "recipients.forget_addresses",
  pattern: "41 * * * *",
  run: (now) => forgetAddresses(deps, now),
});
