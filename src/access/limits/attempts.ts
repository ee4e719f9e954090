import { type Deps, inMemory } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { Client } from "../../infra/http/principal.ts";
import { isPrivateAddress, type Network, networksOf } from "../../infra/net/network.ts";
import { drained, filled, type Level, type Rate, waitMs } from "./rate.ts";

/** What strangers may try from one network: as many at once, and so many more each second. */

/**
 * Requests without valid credentials that are refused. Nobody guesses the 178 bits of a key: this spares the log and the
 * database, and leaves a checker of the API its answers.
 */
const failures: Allowance = { rate: { perSecond: 10, burst: 1_000 }, cost: 1 };
/** Accounts to be opened: 20 at once, then one every 10 seconds. */
const signUps: Allowance = { rate: { perSecond: 1, burst: 200 }, cost: 10 };
/** On this machine, in a private network and behind an undeclared proxy: enough for a team's tests, or many people. */
const signUpsNearby: Allowance = { rate: { perSecond: 1, burst: 500 }, cost: 1 };
/** Links that verify an address, of which an installation mails 20 an hour: 3 at once, then one every 20 minutes. */
const links: Allowance = { rate: { perSecond: 1, burst: 3_600 }, cost: 1_200 };
const networksMax = 10_000;

interface Allowance {
  readonly rate: Rate;
  /** What one attempt takes of it. */
  readonly cost: number;
}

type Levels = Map<string, Level>;
const levelsOf = inMemory(() => ({
  failures: new Map() as Levels,
  signUps: new Map() as Levels,
  links: new Map() as Levels,
}));

/**
 * Counts a request without valid credentials that was refused. Only who failed is counted and slowed down: a valid key
 * is never asked. An undeclared proxy is not counted, as one of its clients would speak for all.
 * @returns milliseconds to wait where there were too many: such a request is told nothing else
 */
export function countFailure(deps: Deps, client: Client, now: number): number {
  if (client.isShared) return 0;
  return count(levelsOf(deps).failures, failures, networksOf(client.address), now);
}

/**
 * Counts an attempt at opening an account, whatever comes of it: it would tell who has one.
 * @throws AppError `sign_up_throttled`
 */
export function countSignUp(deps: Deps, client: Client, now: number): void {
  const allowance = isNearby(deps, client) ? signUpsNearby : signUps;
  const wait = count(levelsOf(deps).signUps, allowance, networksOf(client.address), now);
  if (wait > 0) throw new AppError("sign_up_throttled", { headers: retryAfter(wait) });
}

/**
 * Counts a link that is mailed to verify an address, so that one network does not use up those of the installation.
 * @returns milliseconds to wait where there were too many: such a link is not mailed
 */
export function countLink(deps: Deps, client: Client, now: number): number {
  if (isNearby(deps, client)) return 0;
  return count(levelsOf(deps).links, links, networksOf(client.address), now);
}

/** Of tests, this machine, a private network or an undeclared proxy, which stands for many people. */
function isNearby(deps: Deps, { address, isShared }: Client): boolean {
  return deps.config.ephemeral || isShared || isPrivateAddress(address);
}

/** The header that asks for a pause. */
export function retryAfter(waitMs: number): Record<string, string> {
  return { "retry-after": String(Math.ceil(waitMs / 1000)) };
}

/** @returns milliseconds until the attempt would fit into what each of the networks may do; only then it counts */
function count(levels: Levels, { rate, cost }: Allowance, networks: readonly Network[], now: number): number {
  const reached = networks.map(({ name, allowance }) => {
    const larger = { perSecond: rate.perSecond * allowance, burst: rate.burst * allowance };
    const level = drained(larger, levels.get(name) ?? { backlog: 0, at: now }, now);
    return { name, level, wait: waitMs(larger, level, cost) };
  });
  const wait = Math.max(...reached.map((of) => of.wait));
  if (wait > 0) return wait;
  for (const { name, level } of reached) {
    // The one that tried longest ago stands first.
    levels.delete(name);
    levels.set(name, filled(level, cost));
  }
  for (const oldest of levels.keys()) {
    if (levels.size <= networksMax) break;
    levels.delete(oldest);
  }
  return 0;
}
