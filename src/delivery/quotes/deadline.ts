import { type Deps, write } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import { storeAnswers } from "./answers.ts";
import { timedOut } from "./ask.ts";
import { askStore } from "./ask-store.ts";
import { callOffAsks, deadlineCame } from "./queue.ts";
import { quoteStore } from "./store.ts";

/**
 * The deadline of rounds. It counts from the start of the round, so a restart does not stretch it. Carriers have a short
 * time after a start all the same, however long the server was down: the stop cut them off, and nobody else would ask
 * them.
 */

const afterStartMs = 3_000;

/** When a round that started then is over. */
export function deadlineOf(deps: Deps, startedAt: number): number {
  return Math.max(startedAt + deadlineMs(deps), firstDeadline(deps));
}

function deadlineMs({ config }: Deps): number {
  return config.quotingDeadlineSeconds * 1000;
}

/** No round is over before. */
function firstDeadline(deps: Deps): number {
  return deps.startedAt + Math.min(afterStartMs, deadlineMs(deps));
}

/** Running rounds whose deadline has come, as `<shipment id>:<number>`. */
export function overdueRounds(deps: Deps, environment: Environment, now: number, limit: number): string[] {
  if (now < firstDeadline(deps)) return [];
  const rounds = quoteStore(deps.stores.platform(environment).db).runningRounds(
    now - deadlineMs(deps),
    limit,
  );
  return rounds.map(({ shipmentId, number }) => `${shipmentId}:${number}`);
}

export function nextDeadline(deps: Deps, environment: Environment): number | undefined {
  const startedAt = quoteStore(deps.stores.platform(environment).db).oldestRunning();
  return startedAt === undefined ? undefined : deadlineOf(deps, startedAt);
}

/** Completes a round whose deadline has come: who has not answered yet timed out. */
export function endRound(deps: Deps, environment: Environment, id: string): Promise<void> {
  const [shipmentId = "", number] = id.split(":");
  const round = { shipmentId, number: Number(number) };
  return write(deps, environment, (writing) => {
    const answer = timedOut(deps.config.quotingDeadlineSeconds);
    const carriers = askStore(writing.tx).ofRound(shipmentId, round.number);
    storeAnswers(
      writing,
      round,
      carriers.map((carrier) => ({ carrier, answer })),
    );
    writing.afterCommit(() => callOffAsks(deps, environment, round, deadlineCame));
  });
}
