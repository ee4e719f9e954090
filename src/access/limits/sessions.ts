import { type Deps, inMemory } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { ResponseMeter } from "../../infra/http/context.ts";
import type { SessionPrincipal } from "../../infra/http/principal.ts";
import { bytesPerMb } from "../../infra/units.ts";
import { filledByFile, roomForAnswer } from "./answers.ts";
import { setLatest } from "./levels.ts";
import { retryAfter } from "./limiter.ts";
import { drained, filled, type Level, type Rate, waitMs } from "./rate.ts";
import { getTier } from "./service.ts";

/**
 * Limits of signed-in users, contract §7. Nobody reaches them by hand. They stop programs that use a session's cookie
 * to bypass the limits of API keys.
 */

interface UserLimits {
  readonly requests: Rate;
  /** Requests without a response yet; streams and waiting reads do not count. */
  readonly inFlight: number;
  /** Bytes of responses. */
  readonly bytes: Rate;
}

const sessionLimits: UserLimits = {
  requests: { perSecond: 20, burst: 100 },
  inFlight: 8,
  bytes: { perSecond: bytesPerMb, burst: 32 * bytesPerMb },
};
/** A team shares one account. More sessions than this do not raise its limits. */
const sessionsPerAccount = 3;
const accountLimits: UserLimits = {
  requests: times(sessionLimits.requests),
  inFlight: sessionLimits.inFlight * sessionsPerAccount,
  bytes: times(sessionLimits.bytes),
};
/** How many sessions and accounts are remembered. */
const usesMax = 20_000;
/** How long a request usually takes. */
const responseExpectedMs = 1_000;

const detail =
  `A session may send ${sessionLimits.requests.perSecond} requests per second and ${sessionLimits.requests.burst} at once, ` +
  `wait for ${sessionLimits.inFlight} answers at a time and read ${sessionLimits.bytes.perSecond / bytesPerMb} MiB per second ` +
  `after the first ${sessionLimits.bytes.burst / bytesPerMb} MiB; ` +
  `all sessions of an account together ${sessionsPerAccount} times as much.`;

/** What a session, or all sessions of an account, used of the limits. */
interface LimitUse {
  requests: Level;
  bytes: Level;
  inFlight: number;
}

const usesOf = inMemory(() => new Map<string, LimitUse>());

/**
 * Counts a request of a signed-in user. Accounts in a tier without limits have no such limits either. `waits` is true
 * for a read that waits for something to happen.
 * @throws AppError `rate_limited`; the request is not counted then
 */
export function beginSessionRequest(
  deps: Deps,
  { sessionId, homeAccountId: accountId }: SessionPrincipal,
  now: number,
  waits: boolean,
): ResponseMeter | undefined {
  if (getTier(deps, accountId).limits === null) return undefined;
  const taken: [LimitUse, UserLimits][] = [
    [findUse(deps, sessionId), sessionLimits],
    [findUse(deps, accountId), accountLimits],
  ];
  const wait = Math.max(...taken.map(([use, limits]) => drain(use, limits, now, waits)));
  if (wait > 0) {
    throw new AppError("rate_limited", { detail, headers: retryAfter(wait) });
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
    countFile(bytes) {
      for (const [use, limits] of taken) use.bytes = filledByFile(limits.bytes, use.bytes, bytes);
    },
    end() {
      for (const [use] of taken) use.inFlight -= inFlight;
    },
    waitMs: () => Math.max(...taken.map(([use, limits]) => drainBytes(use, limits, deps.realClock.now()))),
  };
}

/** Drains the buckets. @returns milliseconds until one more request fits */
function drain(use: LimitUse, limits: UserLimits, now: number, waits: boolean): number {
  use.requests = drained(limits.requests, use.requests, now);
  return Math.max(
    waitMs(limits.requests, use.requests),
    drainBytes(use, limits, now),
    !waits && use.inFlight >= limits.inFlight ? responseExpectedMs : 0,
  );
}

/** Milliseconds until the bytes alone have room; 0 if there is room. */
function drainBytes(use: LimitUse, limits: UserLimits, now: number): number {
  const room = roomForAnswer(limits.bytes, use.bytes, now);
  use.bytes = room.level;
  return room.waitMs;
}

function findUse(deps: Deps, id: string): LimitUse {
  const uses = usesOf(deps);
  const nothing = { backlog: 0, at: 0 };
  const use = uses.get(id) ?? { requests: nothing, bytes: nothing, inFlight: 0 };
  setLatest(uses, id, use, usesMax);
  return use;
}

function times({ perSecond, burst }: Rate): Rate {
  return { perSecond: perSecond * sessionsPerAccount, burst: burst * sessionsPerAccount };
}
