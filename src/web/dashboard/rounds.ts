/** What is done in rounds, however often it is asked for. */

export interface Rounds<T> {
  /** Has the next round do this too. It begins at once, unless a window or a round is still open. */
  ask(thing: T): void;
  end(): void;
}

interface RoundsOptions<T> {
  /** Does all that was asked for since the last round. */
  run: (things: readonly T[]) => unknown;
  windowMs: number;
  /** Whether a window is open from the start. */
  startsOpen?: boolean;
}

/** No two rounds begin in one window of time, and none begins before the last one is over. */
export function createRounds<T>({ run, windowMs, startsOpen = false }: RoundsOptions<T>): Rounds<T> {
  let wanted: T[] = [];
  let isBusy = false;
  let isEnded = false;

  function begin(round?: unknown): void {
    isBusy = true;
    void Promise.all([round, new Promise((resolve) => setTimeout(resolve, windowMs))]).finally(next);
  }
  function next(): void {
    isBusy = false;
    if (isEnded || wanted.length === 0) return;
    const things = wanted;
    wanted = [];
    begin(run(things));
  }
  if (startsOpen) begin();
  return {
    ask(thing) {
      wanted.push(thing);
      if (!isBusy) next();
    },
    end() {
      isEnded = true;
    },
  };
}
