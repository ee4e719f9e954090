import type { DriverJobRow, Job } from "../../../lifecycle/driver-jobs/reading.ts";
import type { Status, Stop } from "../../../model/model.ts";

/** The stops of a driver: where a job leads, in order. */

export const stopKinds = ["pickup", "delivery", "return"] as const;
export type StopKind = (typeof stopKinds)[number];
export const stopStates = ["offered", "next", "planned"] as const;
export type StopState = (typeof stopStates)[number];

export interface DriverStop extends Job {
  kind: StopKind;
  state: StopState;
}

/** The stops that are left, by the state of the shipment. */
export const stopsIn: Partial<Record<Status, readonly StopKind[]>> = {
  assigned: ["pickup", "delivery"],
  in_transit: ["delivery"],
  returning: ["return"],
};

interface StopName {
  job: Pick<DriverJobRow, "assignmentId">;
  kind: StopKind;
}

/** The name of a stop: a job has at most one of each kind. */
export function stopIdOf({ job, kind }: StopName): string {
  return `${job.assignmentId}.${kind}`;
}

/** Where a stop is: goods go back to the pickup. */
export function placeOfStop({ kind, shipment }: Pick<DriverStop, "kind" | "shipment">): Stop {
  return kind === "delivery" ? shipment.delivery : shipment.pickup;
}

/**
 * The stops of the driver's own jobs, then those of jobs that are offered.
 * @param chosen ids of stops in the order that somebody chose; the others come after, in the order of the jobs
 */
export function stopsOf(jobs: readonly Job[], chosen: readonly string[]): DriverStop[] {
  const stopsWhere = (status: DriverJobRow["status"]) =>
    jobs
      .filter(({ job }) => job.status === status)
      .flatMap((job) => (stopsIn[job.shipment.status] ?? []).map((kind) => ({ ...job, kind })));
  const ranks = new Map(chosen.map((id, rank) => [id, rank]));
  const rankOf = (stop: Parameters<typeof stopIdOf>[0]) => ranks.get(stopIdOf(stop)) ?? chosen.length;
  return [
    ...stopsWhere("accepted")
      .sort((one, other) => rankOf(one) - rankOf(other))
      .map((stop, index) => ({ ...stop, state: index === 0 ? ("next" as const) : ("planned" as const) })),
    ...stopsWhere("offered").map((stop) => ({ ...stop, state: "offered" as const })),
  ];
}
