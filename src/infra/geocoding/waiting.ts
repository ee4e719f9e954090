/**
 * The queue before the geocoder. Whoever waits in front of a form comes first, then orders by their next pickup, then
 * imports. Within these, accounts take turns.
 */

export interface Turn {
  /** The lower one comes first. */
  rank: "form" | "order" | "import";
  /** Orders among each other: the earlier one comes first. */
  at: number;
  /** Who waits: an account. */
  party: string;
}

interface Wish {
  /** As many begin in a second, and as many are answered at a time. */
  perSecond: number;
  timeoutMs?: number | undefined;
  signal: AbortSignal;
}

interface Waiter {
  /** What it is compared by, in this order. */
  order: readonly [rank: number, round: number, at: number];
  party: string;
  perSecond: number;
  begin(leave: (() => void) | undefined): void;
}

const ranks = { form: 0, order: 1, import: 2 } as const;
const waitersMax = 1_000;
const secondMs = 1_000;

export type Waiting = ReturnType<typeof createWaiting>;

/** @param nowMs a monotonic clock */
export function createWaiting(nowMs: () => number) {
  const waiters = new Set<Waiter>();
  let running = 0;
  let freeAtMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function next(): Waiter | undefined {
    let first: Waiter | undefined;
    for (const waiter of waiters) if (!first || isBefore(waiter, first)) first = waiter;
    return first;
  }

  function look(): void {
    clearTimeout(timer);
    timer = undefined;
    const waiter = next();
    if (!waiter || running >= waiter.perSecond) return;
    const waitMs = freeAtMs - nowMs();
    if (waitMs > 0) {
      timer = setTimeout(look, Math.ceil(waitMs));
      return;
    }
    freeAtMs = nowMs() + secondMs / waiter.perSecond;
    running += 1;
    waiter.begin(() => {
      running -= 1;
      look();
    });
    look();
  }

  /** Sends all away. */
  function dismiss(): void {
    for (const waiter of [...waiters]) waiter.begin(undefined);
  }

  return {
    /** @returns what to call when the answer has come; undefined where the turn did not come */
    turn(
      { rank, at, party }: Turn,
      { perSecond, timeoutMs, signal }: Wish,
    ): Promise<(() => void) | undefined> {
      if (signal.aborted || waiters.size >= waitersMax) return Promise.resolve(undefined);
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>();
      const round = [...waiters].filter((other) => other.party === party && other.order[0] === ranks[rank]);
      const give = () => waiter.begin(undefined);
      const limit = timeoutMs === undefined ? undefined : setTimeout(give, timeoutMs);
      const waiter: Waiter = {
        // An order's time counts before its turn: the next pickup cannot wait.
        order: [ranks[rank], rank === "form" ? round.length : 0, at],
        party,
        perSecond,
        begin(leave) {
          waiters.delete(waiter);
          clearTimeout(limit);
          signal.removeEventListener("abort", give);
          resolve(leave);
        },
      };
      signal.addEventListener("abort", give, { once: true });
      waiters.add(waiter);
      look();
      return promise;
    },
    dismiss,
    end() {
      clearTimeout(timer);
      dismiss();
    },
    count: () => waiters.size,
  };
}

function isBefore({ order: one }: Waiter, { order: other }: Waiter): boolean {
  for (const [at, value] of one.entries()) {
    const compared = value - (other[at] ?? 0);
    if (compared !== 0) return compared < 0;
  }
  return false;
}
