import { type JobFactory, rowJob } from "@/infra/jobs/row-job.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import { dueReleases } from "../../drivers/absences.ts";
import { resumeRelease } from "./service.ts";

/** Takes back jobs of drivers who are out, where a stop came between. */
export const resumeReleases: JobFactory<DeliveryDeps> = (deps, environment) =>
  rowJob(deps, environment, {
    name: `drivers.release.${environment}`,
    inFlightMax: 1,
    rows: dueReleases(deps, environment),
    task: (id) => resumeRelease(deps, environment, id),
  });
