import { type Static, Type } from "@sinclair/typebox";
import { ProblemSchema } from "@/infra/http/problem-schema.ts";
import { Named, Nullable, Text, Words } from "@/infra/http/schema.ts";
import { AssignmentSchema } from "../../../lifecycle/state/schema.ts";

/** Instead of a driver's id: whoever is nearest. */
export const nearestWord = "nearest";

const jobsMax = 100;
const driverId = (description: string) =>
  Text({ minLength: 1, maxLength: 40, description, examples: ["drv_01m7x5rdwme1ct34p92xd7wpnk"] });
const nearest =
  "`nearest` is the driver on duty with room who is nearest to the goods, within the fleet's radius.";
const over_capacity = Type.Optional(
  Type.Boolean({
    description: "`true`: the driver gets it although the driver's `capacity` is reached.",
    examples: [false],
  }),
);

const expected = (description: string) =>
  Nullable(Text({ minLength: 1, maxLength: 40 }), {
    description,
    examples: ["drv_01m7x5rdwme1ct34p92xd7wpnk"],
  });

export const AssignDriver = Named("AssignDriver", {
  driver_id: driverId(`The driver, or \`nearest\`. ${nearest}`),
  expected_driver_id: Type.Optional(
    expected(
      "Who has the job, as you read it; null: nobody. If another dispatcher moved it meanwhile, it is `driver_changed`. Left out: whoever has it.",
    ),
  ),
  over_capacity,
});
export type AssignDriver = Static<typeof AssignDriver>;

const examples = ["asg_01m7x5rdwme1ct34p92xd7wpnk"];

export const AssignDrivers = Named("AssignDrivers", {
  driver_id: Nullable(driverId(`The driver, \`nearest\`, or null: nobody has the jobs any more. ${nearest}`)),
  assignment_ids: Type.Array(Text({ minLength: 1, maxLength: 40, examples }), {
    minItems: 1,
    maxItems: jobsMax,
    uniqueItems: true,
    examples: [examples],
  }),
  expected_driver_ids: Type.Optional(
    Type.Array(expected("Null: nobody."), {
      maxItems: jobsMax,
      description:
        "Who has each job, as you read it, in the order of `assignment_ids`. A job that another dispatcher moved meanwhile is refused with `driver_changed`. Left out: whoever has them.",
      examples: [["drv_01m7x5rdwme1ct34p92xd7wpnk"]],
    }),
  ),
  over_capacity,
});
export type AssignDrivers = Static<typeof AssignDrivers>;

export const AssignedDrivers = Named("AssignedDrivers", {
  results: Type.Array(
    Named("AssignedDriver", {
      assignment_id: Type.String({ examples }),
      result: Words(["assigned", "unassigned", "refused"], { title: "AssignedDriverOutcome" }),
      assignment: Nullable(AssignmentSchema),
      problem: Nullable(ProblemSchema, { description: "Why it was refused.", examples: [null] }),
    }),
    { description: "One for each assignment, in the order sent." },
  ),
});
export type AssignedDrivers = Static<typeof AssignedDrivers>;
