import type { Environment } from "../../infra/environment.ts";
import { hoursPerDay } from "../../infra/units.ts";
import type { AccountEnvironment } from "../model.ts";

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

/** Requests of an account's keys in an hour that had the same response. */
export interface ResponseCount extends AccountEnvironment {
  /** Hours since the epoch. */
  hour: number;
  /** The code of the problem; empty for a success. */
  code: string;
  requests: number;
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

/** The hours of a UTC day, both since the epoch. */
export function hoursOf(day: number): number[] {
  return Array.from({ length: hoursPerDay }, (_, hour) => day * hoursPerDay + hour);
}

/** All counts of a moment. */
export interface Counts {
  requests: RequestCount[];
  responses: ResponseCount[];
  outcomes: OutcomeCount[];
  attempts: AttemptCount[];
}

/** Counts that are not written yet. Their number depends on callers and routes, not on traffic. */
export function createTally() {
  let requests = new Map<string, RequestCount>();
  let responses = new Map<string, ResponseCount>();
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

  function addResponses(count: ResponseCount): void {
    const { hour, accountId, environment, code } = count;
    const key = `${hour} ${accountId} ${environment} ${code}`;
    const sum = responses.get(key);
    if (sum === undefined) responses.set(key, count);
    else sum.requests += count.requests;
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
    addResponses,
    addOutcomes,
    addAttempts,
    /** Removes and returns all counts. */
    take(): Counts {
      const counts = {
        requests: [...requests.values()],
        responses: [...responses.values()],
        outcomes: [...outcomes.values()],
        attempts: [...attempts.values()],
      };
      requests = new Map();
      responses = new Map();
      outcomes = new Map();
      attempts = new Map();
      return counts;
    },
    /** Returns counts that could not be written. */
    putBack(counts: Counts): void {
      counts.requests.forEach(addRequests);
      counts.responses.forEach(addResponses);
      counts.outcomes.forEach(addOutcomes);
      counts.attempts.forEach(addAttempts);
    },
  };
}
