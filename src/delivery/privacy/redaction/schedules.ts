import { queueAudit } from "../../../access/audit/outbox.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import { idleSchedules, redactSchedule, removeSchedule } from "../../orders/schedules/forgetting.ts";
import { getSchedule, requireSchedule } from "../../orders/schedules/list.ts";
import type { ScheduleView } from "../../orders/schedules/schema.ts";
import { eraseFilesOf, eraseFound } from "./steps.ts";

/** Erases schedules, or the personal data in them. Their shipments stay, and are erased as all others are. */

/** Removes a schedule with what it was made of. @throws AppError `not_found`, `precondition_failed` */
export async function deleteSchedule(
  deps: Deps,
  caller: Caller,
  id: string,
  accepts: (version: number) => boolean,
): Promise<void> {
  await write(deps, caller.environment, (writing) => {
    if (!accepts(requireSchedule(writing.tx, caller, id).version)) throw new AppError("precondition_failed");
    eraseFilesOf(writing, id, removeSchedule(writing, id));
    record(writing, caller, "schedule.removed", id);
  });
}

/** Erases what the schedule is made of, and its name. It makes no shipment any more. @throws AppError `not_found` */
export async function redactOwnSchedule(deps: Deps, caller: Caller, id: string): Promise<ScheduleView> {
  await writeOnce(
    deps,
    caller,
    (writing) => {
      requireSchedule(writing.tx, caller, id);
      eraseSchedule(writing, caller, id);
      return { id };
    },
    { isFinal: false },
  );
  return getSchedule(deps, caller, id);
}

/** Erases a schedule in a transaction, and notes who did. One that was erased before stays as it is. */
export function eraseSchedule(writing: Writing, caller: Caller, id: string): void {
  const accountId = redactSchedule(writing, id);
  eraseFilesOf(writing, id, accountId);
  if (accountId !== undefined) record(writing, caller, "schedule.redacted", id);
}

/** Erases an account's schedules that are paused or over since before a time. */
export async function redactIdleSchedules(
  deps: Deps,
  environment: Environment,
  accountId: string,
  before: number,
): Promise<void> {
  await eraseFound(
    deps,
    environment,
    (db, limit) => idleSchedules(db, accountId, before, limit),
    (writing, id) => eraseFilesOf(writing, id, redactSchedule(writing, id, before)),
  );
}

/** Erases what a restored backup brought back. */
export async function redactScheduleAgain(deps: Deps, environment: Environment, id: string): Promise<void> {
  await write(deps, environment, (writing) => eraseFilesOf(writing, id, redactSchedule(writing, id)));
}

/** Without the name, which the log would keep. */
function record(
  writing: Writing,
  caller: Caller,
  action: "schedule.removed" | "schedule.redacted",
  id: string,
): void {
  queueAudit(writing, caller, { action, target: { type: "schedule", id, name: null } });
}
