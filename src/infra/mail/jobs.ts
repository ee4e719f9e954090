import { type JobFactory, rowJob } from "../jobs/row-job.ts";
import { type Addressees, dueDigests, nextDigestDue, sendDigest } from "./outbox.ts";

const inFlightMax = 2;

/** Mails accounts their digests of notices. */
export const sendDigests =
  (addressees: Addressees): JobFactory =>
  (deps, environment) =>
    rowJob(deps, environment, {
      name: `mail.send.${environment}`,
      due: (now, limit) => dueDigests(deps, environment, now, limit),
      nextDue: (now) => nextDigestDue(deps, environment, now),
      task: (id) => sendDigest(deps, environment, id, addressees),
      inFlightMax,
    });
