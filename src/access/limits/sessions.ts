import { type Deps, inMemory } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { AnswerMeter } from "../../infra/http/context.ts";
import type { SessionPrincipal } from "../../infra/http/principal.ts";
import { bytesPerMb } from "../../infra/sizes.ts";
import { drained, filled, type Level, leaked, type Rate, thousandths, waitMs } from "./rate.ts";
import { getTier } from "./service.ts";

/**
 * Limits of signed-in people, contract §7. No person meets them: they stop programs that use a session's cookie to get
 * around the limits of API keys.
 */

interface PersonLimits {
  readonly requests: Rate;
  /** Requests without an answer yet; streams and waiting reads do not count. */
  readonly inFlight: number;
  /** Bytes of answers. */
  readonly bytes: Rate;
}

const ofSession: PersonLimits = {
  requests: { perSecond: 20, burst: 100 },
  inFlight: 8,
  bytes: { perSecond: bytesPerMb, burst: 32 * bytesPerMb },
};
/** A team works in one account; more sessions than this do not give it more. */
const sessionsPerAccount = 3;
const ofAccount: PersonLimits = {
  requests: times(ofSession.requests),
  inFlight: ofSession.inFlight * sessionsPerAccount,
  bytes: times(ofSession.bytes),
};
/** Sessions and accounts that are remembered. */
const usesMax = 20_000;
/** When a request is likely to have its answer. */
const answeredInMs = 1_000;

const detail =
  `A session may send ${ofSession.requests.perSecond} requests per second and ${ofSession.requests.burst} at once, ` +
  `wait for ${ofSession.inFlight} answers at a time and read ${ofSession.bytes.perSecond / bytesPerMb} MiB per second ` +
  `after the first ${ofSession.bytes.burst / bytesPerMb} MiB; ` +
  `all sessions of an account together ${sessionsPerAccount} times as much.`;

/** What a session, or an account by all of its sessions, has taken of its limits. */
interface Use {
  requests: Level;
  bytes: Level;
  inFlight: number;
}

const usesOf = inMemory(() => new Map<string, Use>());

/**
 * Counts a request of a signed-in person. A tier without limits has none of these either. `waits`: it is a read that
 * waits for something to happen.
 * @throws AppError `rate_limited`, which counts nothing
 */
export function beginSessionRequest(
  deps: Deps,
  { sessionId, accountId }: SessionPrincipal,
  now: number,
  waits: boolean,
): AnswerMeter | undefined {
  if (getTier(deps, accountId).limits === null) return undefined;
  const taken: [Use, PersonLimits][] = [
    [findUse(deps, sessionId), ofSession],
    [findUse(deps, accountId), ofAccount],
  ];
  const wait = Math.max(...taken.map(([use, limits]) => drain(use, limits, now, waits)));
  if (wait > 0) {
    throw new AppError("rate_limited", {
      detail,
      headers: { "retry-after": String(Math.ceil(wait / 1000)) },
    });
  }
  const inFlight = waits ? 0 : 1;
  for (const [use] of taken) {
    use.requests = filled(use.requests);
    use.inFlight += inFlight;
  }
  return {
    count(bytes) {
      for (const [use] of taken) use.bytes = filled(use.bytes, bytes);
    },
    end() {
      for (const [use] of taken) use.inFlight -= inFlight;
    },
    waitMs: () => Math.max(...taken.map(([use, limits]) => drainBytes(use, limits, deps.clock.now()))),
  };
}

/** Takes off what has drained by now. @returns milliseconds until one more request fits */
function drain(use: Use, limits: PersonLimits, now: number, waits: boolean): number {
  use.requests = drained(limits.requests, use.requests, now);
  return Math.max(
    waitMs(limits.requests, use.requests),
    drainBytes(use, limits, now),
    !waits && use.inFlight >= limits.inFlight ? answeredInMs : 0,
  );
}

/** The same of the bytes alone: 0 where there is room. */
function drainBytes(use: Use, limits: PersonLimits, now: number): number {
  // Overfilled by the answers that came last: how long they are is known when they are made.
  use.bytes = leaked(limits.bytes, use.bytes, now);
  const excess = use.bytes.backlog - limits.bytes.burst * thousandths;
  return Math.max(0, Math.ceil(excess / limits.bytes.perSecond));
}

/** The one that asked longest ago stands first, and is forgotten first. */
function findUse(deps: Deps, id: string): Use {
  const uses = usesOf(deps);
  const nothing = { backlog: 0, at: 0 };
  const use = uses.get(id) ?? { requests: nothing, bytes: nothing, inFlight: 0 };
  uses.delete(id);
  uses.set(id, use);
  for (const oldest of uses.keys()) {
    if (uses.size <= usesMax) break;
    uses.delete(oldest);
  }
  return use;
}

function times({ perSecond, burst }: Rate): Rate {
  return { perSecond: perSecond * sessionsPerAccount, burst: burst * sessionsPerAccount };
}
