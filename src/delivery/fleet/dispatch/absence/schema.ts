import { type Static, Type } from "@sinclair/typebox";
import { Id, Named, Timestamp, Words } from "@/infra/http/schema.ts";

const until = {
  ...Timestamp,
  description: "The driver is there again from then on, at most a year ahead.",
  examples: ["2026-02-02T18:00:00.000Z"],
};
const jobs = Words(["release", "keep"], {
  title: "AbsentDriverJobs",
  description:
    "`release`: jobs without goods are taken back, and jobs with goods need a person who takes them over. `keep`: the driver keeps all jobs.",
});

export const DriverAbsence = Named("DriverAbsence", {
  driver_id: Id("drv"),
  until,
  jobs,
  is_active: Type.Boolean({
    description: "Whether the driver is out now. `false` once it has ended.",
    examples: [true],
  }),
  active_assignments: Type.Integer({ minimum: 0, description: "Jobs that the driver still has." }),
  created_at: Timestamp,
});
export type DriverAbsence = Static<typeof DriverAbsence>;

export const SetDriverAbsence = Named("SetDriverAbsence", { until, jobs });
export type SetDriverAbsence = Static<typeof SetDriverAbsence>;
