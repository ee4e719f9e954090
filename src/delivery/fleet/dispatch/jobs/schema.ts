import { type Static, Type } from "@sinclair/typebox";
import { GrowingWords, Id, Named, Nullable, Page, Timestamp } from "@/infra/http/schema.ts";
import { jobStatuses } from "../../../lifecycle/driver-jobs/driver-job.ts";
import { AssignmentSchema } from "../../../lifecycle/state/schema.ts";
import { receipt } from "../notices/schema.ts";

const DriverJobSchema = Named("DriverJob", {
  assignment_id: Id("asg"),
  shipment_id: Id("shp"),
  tracking_number: Type.String({ examples: ["WB3K7Q9T2M"] }),
  status: GrowingWords(jobStatuses, {
    title: "DriverJobStatus",
    description:
      "`offered`: the driver is asked; `accepted`: the job is theirs; `ended` with its assignment.",
    examples: ["accepted"],
  }),
  assignment_status: AssignmentSchema.properties.status,
  answer_until: Nullable(Timestamp, { description: "Until when the driver who is asked may answer." }),
  accepted_at: Nullable(Timestamp),
  ended_at: Nullable(Timestamp),
  ...receipt,
});
export type DriverJobView = Static<typeof DriverJobSchema>;
export const DriverJobPage = Page(DriverJobSchema);
