import { toTimestampOrNull } from "@/infra/clock.ts";
import { type PageQuery, readPage } from "@/infra/http/pagination.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import type { Manager, Side } from "../../../carriers/service.ts";
import { findJob, type Job } from "../../../lifecycle/driver-jobs/reading.ts";
import { jobStore } from "../../../lifecycle/driver-jobs/store.ts";
import { lastNotice, type NoticeRow } from "../../../lifecycle/driver-notices/reading.ts";
import { requireDriver } from "../../drivers/reading.ts";
import { toReceipt } from "../notices/view.ts";
import type { DriverJobView } from "./schema.ts";

/** The jobs that a driver has or had to the end, newest first. @throws AppError `not_found` */
export function listJobs(deps: DeliveryDeps, caller: Manager, side: Side, id: string, query: PageQuery) {
  const { id: driverId } = requireDriver(deps, caller, side, id);
  const { db } = deps.stores.platform(caller.environment);
  return readPage(deps, { name: "driver jobs", of: caller, filters: { side, driverId } }, query, {
    read: (before, count) =>
      jobStore(db)
        .listOf(driverId, before, count)
        .flatMap(({ assignmentId }) => findJob(db, assignmentId) ?? []),
    placeOf: ({ job }) => job.assignmentId,
    view: (found) =>
      toJobView(found, lastNotice(db, { assignmentId: found.job.assignmentId, driverId }, "job")),
  });
}

function toJobView({ job, shipment, assignment }: Job, notice: NoticeRow | undefined): DriverJobView {
  return {
    assignment_id: job.assignmentId,
    shipment_id: job.shipmentId,
    tracking_number: shipment.trackingNumber,
    status: job.status,
    assignment_status: assignment.status,
    answer_until: toTimestampOrNull(job.answerUntil),
    accepted_at: toTimestampOrNull(job.acceptedAt),
    ended_at: toTimestampOrNull(assignment.endedAt),
    ...toReceipt(notice),
  };
}
