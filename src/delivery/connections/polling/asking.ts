import type { DueLanes } from "../../../infra/db/due-lanes.ts";
import { write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { inTimeOf } from "../../../infra/own-time.ts";
import { dayMs } from "../../../infra/units.ts";
import { callWithTimeout, isTimeout } from "../../../infra/waiting/timeout.ts";
import { callError, isCallError } from "../../carriers/call-error.ts";
import { answerWithinMs, type Carrier } from "../../carriers/carrier.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { rememberCallError } from "../../carriers/health.ts";
import type { Tracked } from "../../carriers/tracked.ts";
import { isTracked } from "../../carriers/tracked-schema.ts";
import { bookingAsksMs } from "../../lifecycle/assignments/polling/poll.ts";
import { type PollRow, pollStore, pollsDue } from "../../lifecycle/assignments/polling/store.ts";
import { endPolling, nextAskAt } from "../../lifecycle/assignments/polling/transitions.ts";
import { recordTrouble } from "../../lifecycle/state/change.ts";
import { findAssignmentRow, findShipment } from "../../lifecycle/state/reading.ts";
import type { AssignmentRow } from "../../lifecycle/state/rows.ts";
import { applyTracked } from "./applying.ts";
import { giveUpRefund } from "./refunds.ts";

/** Asks carriers what became of bookings, and applies what they answer. Each booking is a row that says when. */

/** Bookings about which their carrier is to be asked. */
export function duePolls({ stores }: DeliveryDeps, environment: Environment): DueLanes {
  return pollsDue(stores.platform(environment));
}

/** One ask. The carrier is asked outside of every transaction, and its answer applied in one. */
export async function askAboutBooking(
  deps: DeliveryDeps,
  environment: Environment,
  assignmentId: string,
): Promise<void> {
  const { db } = deps.stores.platform(environment);
  const row = pollStore(db).find(assignmentId);
  const assignment = findAssignmentRow(db, assignmentId);
  const shipment = assignment && findShipment(db, assignment.shipmentId);
  if (!row || !shipment) return;
  await inTimeOf(deps, { accountId: shipment.accountId, environment }, async () => {
    if (row.dueAt > deps.clock.now()) return;
    const carrier = deps.carrier(environment, row.carrierId);
    const answer = await ask(deps, environment, carrier, assignment);
    // The next start asks again.
    if (deps.stopping.aborted) return;
    await write(deps, environment, (writing: DeliveryWriting) =>
      applyAnswer(writing, row, assignment, answer),
    );
  });
}

/** @returns undefined if the carrier gave no answer that counts */
async function ask(
  deps: DeliveryDeps,
  environment: Environment,
  carrier: Carrier | undefined,
  { id, carrierReference }: AssignmentRow,
): Promise<Tracked | undefined> {
  if (carrier?.track === undefined) return undefined;
  const name = { idempotencyKey: id, bookingReference: carrierReference };
  const track = carrier.track.bind(carrier);
  try {
    const answer = await callWithTimeout(answerWithinMs, (signal) => track(name, signal), deps.stopping);
    if (!isTracked(answer)) throw callError("nonsense", "The answer does not fit the port.");
    return answer;
  } catch (error) {
    if (deps.stopping.aborted) return undefined;
    deps.log.warn(
      { err: error, carrier: carrier.identity.code },
      "Carrier could not be asked about a booking",
    );
    rememberCallError(deps, environment, carrier.identity.id, `Tracking: ${messageOf(error)}`);
    return undefined;
  }
}

function messageOf(error: unknown): string {
  if (isTimeout(error)) return `No response within ${answerWithinMs / 1_000} s.`;
  return isCallError(error) ? error.message : "The request failed.";
}

/** Applies the answer and says when the carrier is asked next, unless the booking has ended meanwhile. */
function applyAnswer(
  writing: DeliveryWriting,
  asked: PollRow,
  assignment: AssignmentRow,
  answer: Tracked | undefined,
): void {
  const polls = pollStore(writing.tx);
  if (answer) {
    const { refused } = applyTracked(writing, assignment, answer);
    recordRefusals(writing, asked.carrierId, refused);
  }
  giveUpRefund(writing, assignment);
  giveUpBooking(writing, assignment);
  const row = polls.find(assignment.id);
  if (!row) return;
  const failures = answer ? 0 : row.failures + 1;
  // Something asked for another answer meanwhile: this one may be older.
  const isHurried = row.dueAt !== asked.dueAt;
  const dueAt = isHurried ? row.dueAt : nextAskAt(writing, assignment, { ...row, failures });
  polls.change(row.assignmentId, { failures, dueAt });
}

/** Ends the asks about goods that never arrive. News that the carrier sends by itself still count. */
function giveUpBooking(
  writing: DeliveryWriting,
  { id, assignedAt, shipmentId, carrier }: AssignmentRow,
): void {
  const { tx, now } = writing;
  const shipment = findShipment(tx, shipmentId);
  const isAsked = pollStore(tx).find(id)?.awaits === "booking";
  if (now - assignedAt < bookingAsksMs || !isAsked || !shipment) return;
  endPolling(writing, id);
  const detail = `${carrier.name} has not said for ${bookingAsksMs / dayMs} days that the goods arrived. Waybill asks no more.`;
  recordTrouble(writing, shipment, "tracking_ended", detail);
}

function recordRefusals(
  { deps, environment, afterCommit }: DeliveryWriting,
  carrierId: string,
  refused: ReturnType<typeof applyTracked>["refused"],
): void {
  const [first] = refused;
  if (!first) return;
  afterCommit(() => rememberCallError(deps, environment, carrierId, `Tracking: ${first.problem.message}`));
}
