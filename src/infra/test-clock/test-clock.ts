/** The clock of an account's sandbox. It only moves forward. */
export interface TestClock {
  readonly accountId: string;
  /** How far it is ahead of real time while it runs. */
  readonly aheadMs: number;
  /** Where it stands still; null while it runs. */
  readonly frozenAt: number | null;
  /** Where an advance that has not ended goes to; the clock stands at each due time on its way. */
  readonly goalAt: number | null;
  /** Whether it runs on when that advance has ended. */
  readonly runsOn: boolean;
}

/** Where an advance goes. */
export interface Goal {
  at: number;
  /** Whether the clock runs on from there. */
  runsOn: boolean;
}

/** Whether an advance of it has not ended. */
export function isOnItsWay(clock: TestClock | undefined): clock is TestClock & { goalAt: number } {
  return clock !== undefined && clock.goalAt !== null;
}

/** The time that it shows. */
export function shownTime({ frozenAt, aheadMs }: TestClock, realNow: number): number {
  return frozenAt ?? realNow + aheadMs;
}

/** Whether it stands still until it is moved. On its way to a goal it stands now and then, and may run all the same. */
export function isFrozen({ frozenAt, goalAt, runsOn }: TestClock): boolean {
  return goalAt === null ? frozenAt !== null : !runsOn;
}

/** The clock of an account that had none: it shows real time. */
export function newClock(accountId: string): TestClock {
  return { accountId, aheadMs: 0, frozenAt: null, goalAt: null, runsOn: true };
}

/** On its way to a goal, it stands at `at`. */
export function movingClock(clock: TestClock, at: number, goalAt: number, runsOn: boolean): TestClock {
  return { ...clock, frozenAt: at, goalAt, runsOn };
}

/** At its goal, it stands still or runs on. */
export function arrivedClock(clock: TestClock, realNow: number): TestClock {
  const at = shownTime(clock, realNow);
  return clock.runsOn
    ? { ...clock, aheadMs: at - realNow, frozenAt: null, goalAt: null }
    : { ...clock, frozenAt: at, goalAt: null };
}
