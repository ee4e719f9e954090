import { type JobFactory, rowJob } from "../jobs/row-job.ts";
import { type Addressees, dueDigests, sendDigest } from "./outbox.ts";

const inFlightMax = 2;

/** Mails accounts their digests of notices. */
export const sendDigests =
  (addressees: Addressees): JobFactory =>
  (deps, environment) =>
    rowJob(deps, environment, {
      name: `mail.send.${environment}`,
      rows: dueDigests(deps, environment),
      task: (id) => sendDigest(deps, environment, id, addressees),
      inFlightMax,
    });
