import { type Deps, inMemory } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { Client } from "../../infra/http/principal.ts";
import { isPrivateAddress, type Network, networksOf } from "../../infra/net/network.ts";
import { setLatest } from "./levels.ts";
import { drained, filled, type Level, type Rate, waitMs } from "./rate.ts";

/** Limits for callers without credentials, per network. */

/**
 * Refused requests without valid credentials. Nobody can guess the 178 bits of a key. This limit protects the log and
 * the database, and is wide enough for API test tools.
 */
const failures: Allowance = { rate: { perSecond: 10, burst: 1_000 }, cost: 1 };
/** Sign-ups: 20 at once, then one every 10 seconds. */
const signUps: Allowance = { rate: { perSecond: 1, burst: 200 }, cost: 10 };
/** From this machine, a private network or an undeclared proxy: enough for a team's tests, or many users. */
const signUpsNearby: Allowance = { rate: { perSecond: 1, burst: 500 }, cost: 1 };
/** Verification links: 3 at once, then one every 20 minutes. An installation sends 20 an hour. */
const links: Allowance = { rate: { perSecond: 1, burst: 3_600 }, cost: 1_200 };
/** What recipients send: 30 at once, then one every two seconds, for each tracking link and each network. */
const recipients: Allowance = { rate: { perSecond: 1, burst: 60 }, cost: 2 };
const networksMax = 10_000;

export interface Allowance {
  readonly rate: Rate;
  /** What one attempt uses of it. */
  readonly cost: number;
}

/** How much each network used. */
export type Levels = Map<string, Level>;
const levelsOf = inMemory(() => ({
  failures: new Map() as Levels,
  signUps: new Map() as Levels,
  links: new Map() as Levels,
  recipients: new Map() as Levels,
}));

/**
 * Counts a refused request without valid credentials. Valid keys are never counted or delayed. An undeclared proxy is
 * not counted either, because one of its clients could block all others.
 * @returns milliseconds to wait if there were too many, otherwise 0
 */
export function countFailure(deps: Deps, client: Client, now: number): number {
  if (client.isShared) return 0;
  return count(levelsOf(deps).failures, failures, networksOf(client.address), now);
}

/**
 * Counts a sign-up, also a failed one. Counting only successful ones would reveal who has an account.
 * @throws AppError `sign_up_throttled`
 */
export function countSignUp(deps: Deps, client: Client, now: number): void {
  const allowance = isNearby(deps, client) ? signUpsNearby : signUps;
  const wait = count(levelsOf(deps).signUps, allowance, networksOf(client.address), now);
  if (wait > 0) throw new AppError("sign_up_throttled", { headers: retryAfter(wait) });
}

/**
 * Counts a verification link, so that one network cannot use up the links of the installation.
 * @returns milliseconds to wait if there were too many, otherwise 0; with a wait, no link is sent
 */
export function countLink(deps: Deps, client: Client, now: number): number {
  if (isNearby(deps, client)) return 0;
  return count(levelsOf(deps).links, links, networksOf(client.address), now);
}

/** Counts a link that a signed-in user causes, also from a private network. @returns as `countLink` */
export function countLinkOf(deps: Deps, userId: string, now: number): number {
  return count(levelsOf(deps).links, links, [{ name: userId, allowance: 1 }], now);
}

/**
 * Counts what a recipient sends over a tracking link. Behind an undeclared proxy only the link counts.
 * @throws AppError `rate_limited`; the request is not counted then
 */
export function countRecipient(deps: Deps, client: Client, token: string, now: number): void {
  const link = { name: `link ${token}`, allowance: 1 };
  const networks = isNearby(deps, client) ? [] : networksOf(client.address);
  const wait = count(levelsOf(deps).recipients, recipients, [link, ...networks], now);
  if (wait === 0) return;
  throw new AppError("rate_limited", {
    detail: "A tracking link takes 30 requests at once, then one every two seconds.",
    headers: retryAfter(wait),
  });
}

/** Whether the client is a test, this machine, a private network or an undeclared proxy with many users behind it. */
function isNearby(deps: Deps, { address, isShared }: Client): boolean {
  return deps.config.ephemeral || isShared || isPrivateAddress(address);
}

/** The header `Retry-After`, in whole seconds. */
export function retryAfter(waitMs: number): Record<string, string> {
  return { "retry-after": String(Math.ceil(waitMs / 1000)) };
}

/** Counts the attempt if it fits the limits of all networks. @returns milliseconds until it would fit; 0 if counted */
export function count(
  levels: Levels,
  { rate, cost }: Allowance,
  networks: readonly Network[],
  now: number,
): number {
  const reached = networks.map(({ name, allowance }) => {
    const larger = { perSecond: rate.perSecond * allowance, burst: rate.burst * allowance };
    const level = drained(larger, levels.get(name) ?? { backlog: 0, at: now }, now);
    return { name, level, wait: waitMs(larger, level, cost) };
  });
  const wait = Math.max(...reached.map((of) => of.wait));
  if (wait > 0) return wait;
  for (const { name, level } of reached) setLatest(levels, name, filled(level, cost), networksMax);
  return 0;
}
