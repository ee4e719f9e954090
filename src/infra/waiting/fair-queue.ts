/** A queue in which parties (networks, accounts) take turns, so that one with many callers delays only itself. */
export interface FairQueue {
  /** @returns false if the queue is full */
  add(party: string, begin: () => void): boolean;
  /** Removes and returns the first caller of the next party that may begin. */
  next(mayBegin?: (party: string) => boolean): (() => void) | undefined;
}

/** Holds at most `perPartyMax` callers of one party, and `max` in total. */
export function createFairQueue(perPartyMax: number, max: number): FairQueue {
  // The party whose turn is next stands first.
  const waiting = new Map<string, (() => void)[]>();
  let count = 0;
  return {
    add(party, begin) {
      const line = waiting.get(party) ?? [];
      if (count >= max || line.length >= perPartyMax) return false;
      line.push(begin);
      waiting.set(party, line);
      count += 1;
      return true;
    },
    next(mayBegin = () => true) {
      const [party, line] = waiting.entries().find(([name]) => mayBegin(name)) ?? [];
      if (party === undefined || line === undefined) return undefined;
      const begin = line.shift();
      waiting.delete(party);
      if (line.length > 0) waiting.set(party, line);
      count -= 1;
      return begin;
    },
  };
}
