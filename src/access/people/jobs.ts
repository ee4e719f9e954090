import { type JobFactory, rowJob } from "../../infra/jobs/row-job.ts";
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
