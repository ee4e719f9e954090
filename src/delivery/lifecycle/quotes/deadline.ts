import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { storeAnswers } from "./answers.ts";
import { timedOut } from "./ask.ts";
import { askStore } from "./ask-store.ts";
import { callOffAsks, deadlineCame } from "./queue.ts";
import { quoteStore, roundsEnding } from "./store.ts";

/**
 * The deadline of rounds. It counts from the start of the round, so a restart does not stretch it. Carriers have a short
 * time after a start all the same, however long the server was down: the stop cut them off, and nobody else would ask
 * them.
 */

const afterStartMs = 3_000;

/** When a round with this deadline ends: not too soon after a start. */
export function deadlineOf({ config, startedAt }: Deps, deadlineAt: number): number {
  return Math.max(deadlineAt, startedAt + Math.min(afterStartMs, config.quotingDeadlineSeconds * 1000));
}

/** Running rounds, due at their deadline. */
export function overdueRounds({ stores }: Deps, environment: Environment): DueRows {
  return roundsEnding(stores.platform(environment));
}

/** Completes a round whose deadline has come: who has not answered yet timed out. */
export function endRound(deps: Deps, environment: Environment, id: string): Promise<void> {
  const [shipmentId = "", number] = id.split(":");
  const key = { shipmentId, number: Number(number) };
  return write(deps, environment, (writing) => {
    const round = quoteStore(writing.tx).findRound(key.shipmentId, key.number);
    if (round?.state !== "running") return;
    const deadlineAt = deadlineOf(deps, round.deadlineAt);
    if (writing.now < deadlineAt) {
      quoteStore(writing.tx).updateRound(round, { deadlineAt });
      return;
    }
    const answer = timedOut(deps.config.quotingDeadlineSeconds);
    const carriers = askStore(writing.tx).ofRound(key.shipmentId, key.number);
    const answers = carriers.map((carrier) => ({ carrier, answer }));
    storeAnswers(writing, key, answers);
    writing.afterCommit(() => callOffAsks(deps, environment, key, deadlineCame));
  });
}
