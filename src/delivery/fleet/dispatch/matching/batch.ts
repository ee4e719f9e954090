import { answered, makePart } from "@/access/keys/parts.ts";
import { AppError, type ErrorCode, embeddedProblem, invalidField } from "@/infra/errors.ts";
import type { Caller } from "@/infra/http/principal.ts";
import { type Part, writeInParts } from "@/infra/idempotency/service.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../../carriers/deps.ts";
import type { Side } from "../../../carriers/service.ts";
import type { AssignDrivers, AssignedDrivers } from "./schema.ts";
import { choiceOf, chooseDriver, type DriverChoice } from "./service.ts";

type Moved = AssignedDrivers["results"];

/** What a job can be refused with, before anything of it was written. */
const refusals: readonly ErrorCode[] = [
  "not_found",
  "assignment_ended",
  "transition_not_allowed",
  "driver_over_capacity",
  "driver_absent",
  "no_driver_near",
  "driver_changed",
];

/**
 * Gives many jobs to a driver, each to whoever is nearest, or to nobody: ten in a transaction, in the order sent. A job
 * that is refused refuses no other. With an idempotency key, a repeated request goes on after the last one moved.
 * @throws AppError `not_found` for the driver, `validation_failed`
 */
export async function assignDrivers(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  input: AssignDrivers,
): Promise<AssignedDrivers> {
  const { assignment_ids: ids, expected_driver_ids: expected } = input;
  if (expected && expected.length !== ids.length) {
    const detail = `must have as many entries as assignment_ids: ${ids.length}`;
    throw invalidField("#/expected_driver_ids", "length", detail);
  }
  return writeInParts<Moved, AssignedDrivers, DeliveryDeps>(deps, caller, (writing, before = []) =>
    movePart(writing, caller, side, input, before),
  );
}

function movePart(
  writing: DeliveryWriting,
  caller: Caller,
  side: Side,
  { assignment_ids: ids, expected_driver_ids: expected, ...input }: AssignDrivers,
  before: Moved,
): Part<Moved, AssignedDrivers> {
  const choice = choiceNow(writing, caller, side, input, before.length > 0);
  const part = makePart(writing.deps, caller, ids, before, {
    make: (id, index) =>
      choice instanceof AppError
        ? refused(writing, caller, id, choice)
        : assignOne(writing, caller, side, id, { ...choice, expected: expected?.[index] }),
    refuse: (id, error) => refused(writing, caller, id, error),
  });
  return answered(part, (results): AssignedDrivers => ({ results }));
}

/** The driver may be deleted after some jobs were moved: that refuses only the others. */
function choiceNow(
  writing: DeliveryWriting,
  caller: Caller,
  side: Side,
  input: Pick<AssignDrivers, "driver_id" | "over_capacity">,
  isUnderWay: boolean,
): DriverChoice | AppError {
  try {
    return choiceOf(writing, caller, side, input);
  } catch (error) {
    if (!isUnderWay || !(error instanceof AppError)) throw error;
    return error;
  }
}

function assignOne(
  writing: DeliveryWriting,
  caller: Caller,
  side: Side,
  assignment_id: string,
  choice: DriverChoice,
): Moved[number] {
  try {
    const assignment = chooseDriver(writing, caller, side, assignment_id, choice);
    const result = choice.driver === null ? "unassigned" : "assigned";
    return { assignment_id, result, assignment, problem: null };
  } catch (error) {
    if (!(error instanceof AppError && refusals.includes(error.code))) throw error;
    return refused(writing, caller, assignment_id, error);
  }
}

function refused(
  { deps }: DeliveryWriting,
  { origin }: Caller,
  assignment_id: string,
  error: AppError,
): Moved[number] {
  const problem = embeddedProblem(error, { publicUrl: deps.publicUrl(), requestId: origin.requestId });
  return { assignment_id, result: "refused", assignment: null, problem };
}
