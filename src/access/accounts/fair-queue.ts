/** Lets callers take turns by the network they come from: one that sends many waits behind itself alone. */
export interface FairQueue {
  /** @returns whether there was room */
  add(network: string, begin: () => void): boolean;
  /** The first of the network whose turn it is. */
  next(): (() => void) | undefined;
}

/** Holds at most `perNetworkMax` of one network, and `max` in all. */
export function createFairQueue(perNetworkMax: number, max: number): FairQueue {
  // The network whose turn comes next stands first.
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
