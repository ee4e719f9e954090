import { type JobFactory, rowJob } from "../../../infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { dueLooks, evaluateAttention } from "./looking.ts";

/** Looks that share a transaction run in one turn, in which no request is answered; each takes a millisecond or two. */
const looksAtOnce = 8;

/** Raises and settles what needs a person. */
export const evaluateDueAttention: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: `attention.look.${environment}`,
    inFlightMax: looksAtOnce,
    isOneWrite: true,
    rows: dueLooks(deps, environment),
    task: (id) => evaluateAttention(deps, environment, id),
  });
