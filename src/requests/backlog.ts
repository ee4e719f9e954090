import type { Environment } from "../environment.ts";

/** A request and how it was answered, as the log has it. */
export interface LoggedRequest {
  id: string;
  accountId: string;
  environment: Environment;
  /** Null: somebody who is signed in. */
  keyId: string | null;
  method: string;
  /** With its query. */
  path: string;
  /** The operation's id. */
  route: string;
  status: number;
  /** Of the problem that was the answer. */
  code: string | null;
  durationMs: number;
  address: string;
  createdAt: number;
  requestBody: string | null;
  responseBody: string | null;
}

export interface BacklogLimits {
  requestsMax: number;
  /** Of all bodies together. */
  charactersMax: number;
}

/**
 * Requests that are not written yet, oldest first. What the limits have no room for pushes out the oldest,
 * so that memory stays flat while the disk cannot follow.
 */
export function createBacklog({ requestsMax, charactersMax }: BacklogLimits) {
  let waiting: LoggedRequest[] = [];
  let characters = 0;
  let dropped = 0;

  function keepWithinLimits(): void {
    while (waiting.length > requestsMax || characters > charactersMax) {
      characters -= charactersOf(waiting.shift());
      dropped += 1;
    }
  }

  return {
    get length(): number {
      return waiting.length;
    },
    add(request: LoggedRequest): void {
      waiting.push(request);
      characters += charactersOf(request);
      keepWithinLimits();
    },
    /** The oldest, at most `count`, which are then no longer here. */
    take(count: number): LoggedRequest[] {
      const taken = waiting.splice(0, count);
      for (const request of taken) characters -= charactersOf(request);
      return taken;
    },
    /** Takes back what could not be written. */
    putBack(taken: readonly LoggedRequest[]): void {
      waiting = [...taken, ...waiting];
      for (const request of taken) characters += charactersOf(request);
      keepWithinLimits();
    },
    /** How many were pushed out since this was last asked. */
    takeDropped(): number {
      const count = dropped;
      dropped = 0;
      return count;
    },
  };
}

function charactersOf(request: LoggedRequest | undefined): number {
  return (request?.requestBody?.length ?? 0) + (request?.responseBody?.length ?? 0);
}
