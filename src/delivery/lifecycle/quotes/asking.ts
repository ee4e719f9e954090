import { write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { Schedule } from "../../../infra/jobs/schedule.ts";
import type { TaskSet } from "../../../infra/jobs/tasks.ts";
import { inTimeOf } from "../../../infra/own-time.ts";
import { callWithTimeout, isTimeout } from "../../../infra/waiting/timeout.ts";
import { callError, isCallError, isRefusal } from "../../carriers/call-error.ts";
import type { Carrier, QuoteAnswer } from "../../carriers/carrier.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { type AskOutcome, admitsAsk, beginAsk } from "../../carriers/health.ts";
import { isQuoteAnswer } from "../../carriers/schema.ts";
import { takesJobsOf } from "../../carriers/service.ts";
import { storeAnswers } from "./answers.ts";
import { type Answer, carrierFailed, carrierGone, circuitOpen, timedOut, unanswered } from "./ask.ts";
import { askStore } from "./ask-store.ts";
import { deadlineOf } from "./deadline.ts";
import { pickedOf } from "./picks.ts";
import {
  type Ask,
  deadlineCame,
  finishAsk,
  type Lane,
  lanesOf,
  leaveLane,
  putBackAsk,
  type RunningRound,
  takeAsk,
} from "./queue.ts";
import { accountOfRound, subjectOf } from "./subject.ts";

/** Asks carriers for quotes, each up to its own limit at the same time, and stores what they answer. */

/** In all: each holds a connection. */
const inFlightMax = 4_000;
/** Answers of a carrier that wait for the disk. */
const storingMax = 200;
/** Asks of an open circuit that are settled at once: thousands may wait when it opens, and others have answers. */
const refusingMax = 20;
/** A carrier that was given less time has not failed. */
const fairWaitMs = 2_000;

/** What the job hands over. */
interface Beginning {
  tasks: TaskSet;
  /** Of asks that failed. */
  schedule: Schedule;
  /** There is room for another ask. */
  lookAgain: () => void;
}

/** Begins the asks for which their carrier has room. @returns how many */
export function beginAsks(
  deps: DeliveryDeps,
  environment: Environment,
  { tasks, schedule, lookAgain }: Beginning,
): number {
  let begun = 0;
  for (const [carrierId, lane] of lanesOf(deps, environment)) {
    const limit = deps.carrier(environment, carrierId)?.limits.parallelAsks ?? 1;
    while (tasks.running < inFlightMax) {
      const mayAsk = admitsAsk(deps, environment, carrierId);
      const isFull = mayAsk
        ? lane.calls >= limit || lane.tasks >= limit + storingMax
        : lane.tasks - lane.calls >= refusingMax;
      if (isFull) break;
      const ask = takeAsk(lane, (waiting) => !schedule.isHeld(idOf(waiting)));
      if (!ask) break;
      begun += 1;
      const outcome = mayAsk ? beginAsk(deps, environment, carrierId) : undefined;
      startAsk(deps, environment, { tasks, schedule, lane, ask, outcome, lookAgain });
    }
    leaveLane(deps, environment, carrierId);
  }
  return begun;
}

/** How many asks wait or are on their way. */
export function countAsks(deps: DeliveryDeps, environment: Environment): number {
  return [...lanesOf(deps, environment).values()].reduce(
    (sum, { waiting, tasks }) => sum + waiting.length + tasks,
    0,
  );
}

/** How many carriers have not answered the account in the sandbox. */
export function countAsksOf({ stores }: DeliveryDeps, accountId: string): number {
  return askStore(stores.platform("sandbox").db).countOfAccount(accountId);
}

interface Begun extends Beginning {
  lane: Lane;
  ask: Ask;
  /** Undefined where the carrier's circuit is open. */
  outcome: AskOutcome | undefined;
}

function startAsk(deps: DeliveryDeps, environment: Environment, begun: Begun): void {
  const { tasks, schedule, lane, ask, outcome, lookAgain } = begun;
  lane.tasks += 1;
  lane.calls += outcome ? 1 : 0;
  const answerAsk = async () => {
    try {
      const answer = outcome
        ? await askCarrier(deps, environment, ask, outcome).finally(() => {
            lane.calls -= 1;
            lookAgain();
          })
        : circuitOpen;
      if (answer) await store(deps, environment, ask.round, { carrier: ask.carrier, answer });
      finishAsk(deps, environment, ask);
    } catch (error) {
      putBackAsk(lane, ask);
      throw error;
    } finally {
      lane.tasks -= 1;
      lookAgain();
    }
  };
  tasks.start(schedule, idOf(ask), async () =>
    inTimeOf(deps, { accountId: accountOfRound(deps, environment, ask.round), environment }, answerAsk),
  );
}

function idOf({ round, carrier }: Ask): string {
  return `${round.shipmentId}:${round.number}:${carrier.id}`;
}

/**
 * The carrier's answer, or why it gave none. Undefined if nobody needs it: the round is over, or the server stops and
 * the next start asks again.
 */
async function askCarrier(
  deps: DeliveryDeps,
  environment: Environment,
  ask: Ask,
  outcome: AskOutcome,
): Promise<QuoteAnswer | undefined> {
  const { round } = ask;
  const { subject, carrier } = callOf(deps, environment, ask, outcome);
  const leftMs = deadlineOf(deps, round.deadlineAt) - deps.clock.now();
  if (!subject || !carrier || leftMs <= 0 || round.over.signal.aborted) {
    outcome.ended();
    return subject && !carrier ? carrierGone : undefined;
  }
  const begunMs = deps.clock.monotonic();
  try {
    const answer = await callWithTimeout(
      leftMs,
      (signal) => carrier.quote(subject.request, signal),
      round.over.signal,
    );
    if (!isQuoteAnswer(answer))
      throw callError("nonsense", "The response does not fit the carrier protocol.");
    outcome.answered(answer.kind === "offers" ? answer.accountFault : undefined);
    return pickedOf(subject.picks, answer);
  } catch (error) {
    return whyNot(deps, error, { round, carrier, outcome, waitedMs: deps.clock.monotonic() - begunMs });
  }
}

/** What to ask, and whom; undefined where the shipment or the carrier is gone. An error here is not the carrier's. */
function callOf(
  deps: DeliveryDeps,
  environment: Environment,
  { round, carrier: { id } }: Ask,
  outcome: AskOutcome,
) {
  try {
    const subject = subjectOf(deps, environment, round);
    const carriers = subject ? deps.carriers(environment, subject.accountId) : [];
    return { subject, carrier: carriers.find(({ identity }) => identity.id === id) };
  } catch (error) {
    outcome.ended();
    throw error;
  }
}

/** What an ask without an answer tells the shipment, and the carrier's health. */
function whyNot(
  deps: DeliveryDeps,
  error: unknown,
  call: { round: RunningRound; carrier: Carrier; outcome: AskOutcome; waitedMs: number },
): QuoteAnswer | undefined {
  const { round, carrier, outcome, waitedMs } = call;
  const deadlineSeconds = deps.config.quotingDeadlineSeconds;
  if (isTimeout(error) || error === deadlineCame) {
    const isFair = waitedMs >= Math.min(fairWaitMs, deadlineSeconds * 500);
    if (isFair) outcome.failed(`No response within ${Math.round(waitedMs)} ms.`);
    else outcome.ended();
    return timedOut(deadlineSeconds);
  }
  if (round.over.signal.aborted) {
    outcome.ended();
    return undefined;
  }
  deps.log.warn({ err: error, carrier: carrier.identity.code }, "Carrier failed to quote");
  const message = isCallError(error) ? error.message : "The request failed.";
  if (isRefusal(error)) outcome.refused(message);
  else outcome.failed(message);
  return isCallError(error) && error.failure === "timeout" ? unanswered : carrierFailed;
}

/** Stores the answer with all others of its round that arrive before the transaction begins. */
function store(
  deps: DeliveryDeps,
  environment: Environment,
  round: RunningRound,
  answer: Answer,
): Promise<void> {
  if (round.collect) return Promise.resolve(round.collect(answer));
  round.answers.push(answer);
  if (round.storing) return round.storing;
  const storing = write(deps, environment, (writing: DeliveryWriting) => {
    const answers = round.answers.splice(0);
    round.storing = undefined;
    storeAnswers(
      writing,
      round,
      answers.map((given) => withoutGone(writing, round, given)),
    );
  });
  round.storing = storing;
  // Without the transaction the carriers are asked again.
  storing.catch(() => {
    if (round.storing !== storing) return;
    round.answers = [];
    round.storing = undefined;
  });
  return storing;
}

/** A carrier that was paused while it made its offers makes none. Memory follows only after the commit of its row. */
function withoutGone(
  { deps, environment, tx }: DeliveryWriting,
  { subject }: RunningRound,
  given: Answer,
): Answer {
  if (given.answer.kind === "unavailable" || !subject) return given;
  const { id } = given.carrier;
  const carriers = deps.carriers(environment, subject.accountId);
  const isAsked =
    carriers.some(({ identity }) => identity.id === id) && takesJobsOf(tx, id, subject.accountId);
  return isAsked ? given : { ...given, answer: carrierGone };
}
