import { type Deps, inMemory } from "../../infra/deps.ts";
import { AppError, type ErrorCode } from "../../infra/errors.ts";
import type { Network } from "../../infra/net/network.ts";
import { setLatest } from "./levels.ts";
import { drained, filled, type Level, type Rate, waitMs } from "./rate.ts";

/**
 * Limits that are the same for everybody: each key has its own bucket, in memory. A restart empties them.
 *
 * What is no such bucket stands elsewhere. `work.ts`, `answers.ts` and `sessions.ts` have the rates of a tier, and count what
 * is done already. `spending.ts` counts the requests of a day, which survive a restart. `accounts/proof/throttle.ts`
 * doubles a wait by failures, whose outcome comes later and which a right password forgives. Wrong PINs and digits are
 * columns of their shipment: they survive a restart, and go with it.
 */

interface Policy extends Rate {
  /** What one use takes. */
  readonly cost: number;
  /** How many keys are remembered. */
  readonly keysMax: number;
  /** What is answered; missing where the caller answers by itself. */
  readonly code?: ErrorCode;
  readonly detail?: string;
}

const networks = { keysMax: 10_000 };
const senders = { keysMax: 20_000 };
const senderRate = { perSecond: 50, burst: 200 };

const policies = {
  /**
   * Refused requests without valid credentials. Nobody can guess the 178 bits of a key. This limit protects the log and
   * the database, and is wide enough for API test tools.
   */
  failures: { ...networks, perSecond: 10, burst: 1_000, cost: 1 },
  /** 20 at once, then one every 10 seconds. */
  signUps: { ...networks, perSecond: 1, burst: 200, cost: 10, code: "sign_up_throttled" },
  /** From this machine, a private network or an undeclared proxy: enough for a team's tests, or many users. */
  signUpsNearby: { ...networks, perSecond: 1, burst: 500, cost: 1, code: "sign_up_throttled" },
  /** Verification links: 3 at once, then one every 20 minutes. An installation sends 20 an hour. */
  links: { ...networks, perSecond: 1, burst: 3_600, cost: 1_200 },
  /** What recipients send, for each tracking link and each network. */
  recipients: {
    ...networks,
    ...{ perSecond: 1, burst: 60, cost: 2, code: "rate_limited" },
    detail: "A tracking link takes 30 requests at once, then one every two seconds.",
  },
  /** What customers send to order forms, for each network: 10 at once, then one every 6 seconds. */
  orders: {
    ...networks,
    ...{ perSecond: 1, burst: 60, cost: 6, code: "rate_limited" },
    detail: "An address may call order forms 10 times a minute. Wait as long as Retry-After says.",
  },
  /** Each order form, from all networks: more is no customer who orders. */
  orderForms: { ...senders, perSecond: 2, burst: 120, cost: 1 },
  /** KiB of files that anyone may load: a phone that follows a delivery loads less than 1 MiB. */
  downloads: {
    ...networks,
    ...{ perSecond: 1_024, burst: 65_536, cost: 1, code: "rate_limited" },
    detail: "Your network has loaded too much of the map. Wait as long as Retry-After says.",
  },
  /** Each token, device and webhook address: so carriers and drivers never use up their account's requests. */
  senders: {
    ...senders,
    ...senderRate,
    ...{ cost: 1, code: "rate_limited" },
    detail: `A token, device or webhook address allows ${senderRate.perSecond} requests per second and bursts of ${senderRate.burst}. Send many reports in one request.`,
  },
  /** Addresses that people of an account search while they type. */
  searches: {
    ...senders,
    ...{ perSecond: 5, burst: 5, cost: 1, code: "rate_limited" },
    detail: "An account may search 5 addresses per second. Search when nobody has typed for a moment.",
  },
  /**
   * Positions of a driver: one each second, and half a day of them late. More show nobody where a driver is, and they
   * would fill the disk.
   */
  positions: { ...senders, perSecond: 1, burst: 50_000, cost: 1 },
} as const satisfies Record<string, Policy>;
type PolicyName = keyof typeof policies;

const levelsOf = inMemory(
  () =>
    Object.fromEntries(Object.keys(policies).map((name) => [name, new Map()])) as Record<
      PolicyName,
      Map<string, Level>
    >,
);

/** A key of a token, a driver or a user: it has the policy's rate, where a wide network has a multiple. */
export function alone(name: string): Network[] {
  return [{ name, allowance: 1 }];
}

/**
 * Counts one use if it fits the buckets of all keys. What does not fit is not counted.
 * @param units how many uses it is
 * @returns milliseconds until it would fit; 0 if counted
 */
export function take(deps: Deps, name: PolicyName, keys: readonly Network[], now: number, units = 1): number {
  const { perSecond, burst, cost, keysMax }: Policy = policies[name];
  const levels = levelsOf(deps)[name];
  const reached = keys.map(({ name: key, allowance }) => {
    const rate = { perSecond: perSecond * allowance, burst: burst * allowance };
    const level = drained(rate, levels.get(key) ?? { backlog: 0, at: now }, now);
    return { key, level, wait: waitMs(rate, level, cost * units) };
  });
  const wait = Math.max(0, ...reached.map((of) => of.wait));
  if (wait > 0) return wait;
  for (const { key, level } of reached) setLatest(levels, key, filled(level, cost * units), keysMax);
  return 0;
}

/** Like `take`, and refuses what does not fit. @throws AppError with the policy's code */
export function takeOrRefuse(...use: Parameters<typeof take>): void {
  const wait = take(...use);
  if (wait === 0) return;
  const { code = "rate_limited", detail }: Policy = policies[use[1]];
  throw new AppError(code, { ...(detail !== undefined && { detail }), headers: retryAfter(wait) });
}

/** The header `Retry-After`, in whole seconds. */
export function retryAfter(waitMs: number): Record<string, string> {
  return { "retry-after": String(Math.ceil(waitMs / 1000)) };
}
