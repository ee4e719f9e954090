import { AppError, type ErrorCode, embeddedProblem } from "@/infra/errors.ts";
import type { Caller } from "@/infra/http/principal.ts";
import { writeOnce } from "@/infra/idempotency/service.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../../carriers/deps.ts";
import type { Side } from "../../../carriers/service.ts";
import type { AssignDrivers, AssignedDrivers } from "./schema.ts";
import { choiceOf, chooseDriver, type DriverChoice } from "./service.ts";

/** What a job can be refused with, before anything of it was written. */
const refusals: readonly ErrorCode[] = [
  "not_found",
  "assignment_ended",
  "transition_not_allowed",
  "driver_over_capacity",
  "no_driver_near",
];

/**
 * Gives many jobs to a driver, each to whoever is nearest, or to nobody: in one transaction, in the order sent. A job
 * that is refused refuses no other.
 * @throws AppError `not_found` for the driver
 */
export function assignDrivers(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  { assignment_ids, ...input }: AssignDrivers,
): Promise<AssignedDrivers> {
  return writeOnce(deps, caller, (writing: DeliveryWriting) => {
    const choice = choiceOf(writing, caller, side, input);
    return { results: assignment_ids.map((id) => assignOne(writing, caller, side, id, choice)) };
  });
}

function assignOne(
  writing: DeliveryWriting,
  caller: Caller,
  side: Side,
  assignment_id: string,
  choice: DriverChoice,
): AssignedDrivers["results"][number] {
  try {
    const assignment = chooseDriver(writing, caller, side, assignment_id, choice);
    const result = choice.driver === null ? "unassigned" : "assigned";
    return { assignment_id, result, assignment, problem: null };
  } catch (error) {
    if (!(error instanceof AppError && refusals.includes(error.code))) throw error;
    const { requestId } = caller.origin;
    const problem = embeddedProblem(error, { publicUrl: writing.deps.publicUrl(), requestId });
    return { assignment_id, result: "refused", assignment: null, problem };
  }
}
