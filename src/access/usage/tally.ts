import type { Environment } from "../../infra/environment.ts";

/** Requests of a UTC day with the same caller, route and class of latency. */
export interface RequestCount {
  /** Days since the epoch. */
  day: number;
  accountId: string;
  environment: Environment;
  /** Empty: somebody who is signed in. */
  keyId: string;
  /** The operation's id. */
  route: string;
  latency: number;
  requests: number;
  /** Answered with 400 or more, but for 429. */
  errors: number;
  /** Answered with 429. */
  rateLimited: number;
}

/** What became of shipments (the state entered) or of webhook deliveries on a UTC day. */
export interface OutcomeCount {
  day: number;
  accountId: string;
  environment: Environment;
  kind: "shipment" | "delivery";
  outcome: string;
  total: number;
}

/** Attempts at an endpoint's deliveries in an hour, with the same result and class of latency. */
export interface AttemptCount {
  /** Hours since the epoch. */
  hour: number;
  webhookId: string;
  /** `success`, or why it was none. */
  result: string;
  latency: number;
  attempts: number;
  /** When the last of them was. */
  lastAt: number;
}

/** When the last attempt with a result was. */
export type LastAttempt = Pick<AttemptCount, "result" | "lastAt">;

interface Counts {
  requests: RequestCount[];
  outcomes: OutcomeCount[];
  attempts: AttemptCount[];
}

/** Counts that are not written yet. There are as many as there are callers and routes, whatever the traffic. */
export function createTally() {
  let requests = new Map<string, RequestCount>();
  let outcomes = new Map<string, OutcomeCount>();
  let attempts = new Map<string, AttemptCount>();

  function addRequests(count: RequestCount): void {
    const { day, accountId, environment, keyId, route, latency } = count;
    const key = `${day} ${keyId || `${accountId} ${environment}`} ${route} ${latency}`;
    const sum = requests.get(key);
    if (sum === undefined) {
      requests.set(key, count);
      return;
    }
    sum.requests += count.requests;
    sum.errors += count.errors;
    sum.rateLimited += count.rateLimited;
  }

  function addOutcomes(count: OutcomeCount): void {
    const { day, accountId, environment, kind, outcome } = count;
    const key = `${day} ${accountId} ${environment} ${kind} ${outcome}`;
    const sum = outcomes.get(key);
    if (sum === undefined) outcomes.set(key, count);
    else sum.total += count.total;
  }

  function addAttempts(count: AttemptCount): void {
    const { hour, webhookId, result, latency } = count;
    const key = `${hour} ${webhookId} ${result} ${latency}`;
    const sum = attempts.get(key);
    if (sum === undefined) {
      attempts.set(key, count);
      return;
    }
    sum.attempts += count.attempts;
    sum.lastAt = Math.max(sum.lastAt, count.lastAt);
  }

  return {
    addRequests,
    addOutcomes,
    addAttempts,
    /** All there is, which is then no longer here. */
    take(): Counts {
      const counts = {
        requests: [...requests.values()],
        outcomes: [...outcomes.values()],
        attempts: [...attempts.values()],
      };
      requests = new Map();
      outcomes = new Map();
      attempts = new Map();
      return counts;
    },
    /** Takes back what could not be written. */
    putBack(counts: Counts): void {
      counts.requests.forEach(addRequests);
      counts.outcomes.forEach(addOutcomes);
      counts.attempts.forEach(addAttempts);
    },
  };
}
