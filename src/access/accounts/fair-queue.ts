/** A queue in which networks take turns, so that a network with many callers delays only itself. */
export interface FairQueue {
  /** @returns false if the queue is full */
  add(network: string, begin: () => void): boolean;
  /** Removes and returns the first caller of the next network. */
  next(): (() => void) | undefined;
}

/** Holds at most `perNetworkMax` callers of one network, and `max` in total. */
export function createFairQueue(perNetworkMax: number, max: number): FairQueue {
  // The network whose turn is next stands first.
  const waiting = new Map<string, (() => void)[]>();
  let count = 0;
  return {
    add(network, begin) {
      const line = waiting.get(network) ?? [];
      if (count >= max || line.length >= perNetworkMax) return false;
      line.push(begin);
      waiting.set(network, line);
      count += 1;
      return true;
    },
    next() {
      const [network, line] = waiting.entries().next().value ?? [];
      if (network === undefined || line === undefined) return undefined;
      const begin = line.shift();
      waiting.delete(network);
      if (line.length > 0) waiting.set(network, line);
      count -= 1;
      return begin;
    },
  };
}
