/** Lets a carrier have so many asks at once, and keeps a few more waiting, so that one that hangs leaves room for others. */

const runningMax = 10;
const waitingMax = 40;

export interface Lane {
  running: number;
  /** Each begins one that waits. */
  waiting: (() => void)[];
}

/** Runs the task when the lane has room. @returns false, without running it, if too many wait already */
export async function runInLane(lane: Lane, task: () => Promise<void>): Promise<boolean> {
  if (lane.running < runningMax) lane.running += 1;
  else if (lane.waiting.length >= waitingMax) return false;
  else await new Promise<void>((begin) => void lane.waiting.push(begin));
  try {
    await task();
  } finally {
    const next = lane.waiting.shift();
    if (next) next();
    else lane.running -= 1;
  }
  return true;
}
