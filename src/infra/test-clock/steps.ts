import type { Clock } from "../clock.ts";
import type { DueIndex } from "../db/due-index.ts";
import type { createDueTasks } from "./due-tasks.ts";
import { type Goal, movingClock, shownTime, type TestClock } from "./test-clock.ts";
import type { AccountTimes } from "./times.ts";
import type { Track } from "./track.ts";

interface World {
  index: DueIndex;
  times: AccountTimes;
  realClock: Clock;
  tasks: ReturnType<typeof createDueTasks>;
  wakeCompanions(): void;
}

/** Due times that share a transaction. Others' requests wait for it, so it must stay short. */
const timesAtOnce = 64;

/** Moves the clock of an account from one due time to the next. */
export function createSteps({ index, times, realClock, tasks, wakeCompanions }: World) {
  /**
   * Moves the clock to the next due time, or to the goal if that is earlier. Inside the transaction nothing can become due
   * in between, and the tasks that begin there write in it too. Where something has just become due, the clock stays.
   * While all that began ends with the transaction, it goes on there to the times that follow: what a kill undoes it
   * undoes as a whole.
   * @param goal given for the first step, which goes nowhere
   */
  return function step(track: Track, goal: Goal | undefined, leftMs: number): Promise<TestClock> {
    const { promise, resolve, reject } = Promise.withResolvers<TestClock>();

    function stand(isDone: typeof tasks.isStillDone, timesLeft: number): void {
      let isOfCompanion = true;
      let isMoved = false;
      let goesOn = goal === undefined && timesLeft > 0;
      const move = (before: TestClock) => {
        const now = shownTime(before, realClock.now());
        // A clock that runs may have passed the goal since it was chosen.
        if (goal) return movingClock(before, now, Math.max(goal.at, now), goal.runsOn);
        const goalAt = before.goalAt ?? now;
        if (!isDone(track, leftMs)) return movingClock(before, now, goalAt, before.runsOn);
        const next = index.nextAfter(track.accountId, now);
        const at = Math.min(next?.at ?? goalAt, goalAt);
        isOfCompanion = next !== undefined && next.job < 0;
        isMoved = true;
        goesOn &&= !isOfCompanion && at < goalAt;
        return movingClock(before, at, goalAt, before.runsOn);
      };
      const begin = () => {
        const begun = tasks.beginInside(track);
        goesOn &&= (isMoved || begun > 0) && tasks.endsInside(track);
        if (goesOn) stand(tasks.isDoneInside, timesLeft - 1);
      };
      const arrive = (clock: TestClock) => {
        if (goesOn) return;
        if (isOfCompanion) wakeCompanions();
        resolve(clock);
      };
      times.change(track.accountId, move, begin).then(arrive, reject);
    }

    stand(tasks.isStillDone, timesAtOnce - 1);
    return promise;
  };
}
