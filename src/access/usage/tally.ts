import type { Environment } from "../../infra/environment.ts";

/** Requests of a UTC day with the same caller, route and latency class. */
export interface RequestCount {
  /** Days since the epoch. */
  day: number;
  accountId: string;
  environment: Environment;
  /** Empty for signed-in users. */
  keyId: string;
  /** The operation's id. */
  route: string;
  latency: number;
  requests: number;
  /** Answered with 400 or more, except 429. */
  errors: number;
  /** Status 429. */
  rateLimited: number;
}

/** Outcomes of shipments (the state entered) or webhook deliveries on a UTC day. */
export interface OutcomeCount {
  day: number;
  accountId: string;
  environment: Environment;
  kind: "shipment" | "delivery";
  outcome: string;
  total: number;
}

/** Delivery attempts of an endpoint in an hour, with the same result and latency class. */
export interface AttemptCount {
  /** Hours since the epoch. */
  hour: number;
  webhookId: string;
  /** `success`, or the reason of the failure. */
  result: string;
  latency: number;
  attempts: number;
  /** Time of the last one. */
  lastAt: number;
}

/** Time of the last attempt with a result. */
export type LastAttempt = Pick<AttemptCount, "result" | "lastAt">;

/** All counts of a moment. */
export interface Counts {
  requests: RequestCount[];
  outcomes: OutcomeCount[];
  attempts: AttemptCount[];
}

/** Counts that are not written yet. Their number depends on callers and routes, not on traffic. */
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
    /** Removes and returns all counts. */
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
    /** Returns counts that could not be written. */
    putBack(counts: Counts): void {
      counts.requests.forEach(addRequests);
      counts.outcomes.forEach(addOutcomes);
      counts.attempts.forEach(addAttempts);
    },
  };
}
