import { budgetOf, streamsUnlimited } from "../access/limits/budget.ts";
import { getTier } from "../access/limits/service.ts";
import type { Deps } from "../infra/deps.ts";
import { AppError } from "../infra/errors.ts";
import type { Reader } from "./reader.ts";

/** How many streams are open in this process, and whose. */

const streamsPerLinkMax = 20;
const streamsPerDriverMax = 3;
/** Of all drivers, in each environment: their streams must leave room for those of accounts. */
const driverStreamsMax = 2_000;

const openStreams = new Map<string, number>();
const openDriverStreams = { sandbox: 0, live: 0 };

/** Number of open streams in this process. */
export function countOpenStreams(): number {
  return openStreams.values().reduce((sum, open) => sum + open, 0);
}

/**
 * Counts a stream of its owner. Returns how to uncount it, which returns false from the second call on.
 * @throws AppError `limit_reached`
 */
export function countStream(deps: Deps, reader: Reader): () => boolean {
  const { name, who, max } = ownerOf(deps, reader);
  const open = openStreams.get(name) ?? 0;
  if (open >= max) {
    throw new AppError("limit_reached", {
      detail: `${who} may have at most ${max} open streams. Close one first.`,
    });
  }
  const isDriver = reader.kind === "driver";
  if (isDriver && openDriverStreams[reader.environment] >= driverStreamsMax) {
    throw new AppError("limit_reached", {
      detail:
        "The drivers of this installation have too many open streams. Read your stops from time to time.",
    });
  }
  openStreams.set(name, open + 1);
  if (isDriver) openDriverStreams[reader.environment] += 1;
  let isCounted = true;
  return () => {
    if (!isCounted) return false;
    isCounted = false;
    const left = (openStreams.get(name) ?? 1) - 1;
    if (left > 0) openStreams.set(name, left);
    else openStreams.delete(name);
    if (isDriver) openDriverStreams[reader.environment] -= 1;
    return true;
  };
}

/** Which streams are counted together, and their limit. */
function ownerOf(deps: Deps, reader: Reader): { name: string; who: string; max: number } {
  switch (reader.kind) {
    case "key":
    case "session":
    case "sandbox":
    case "schedule": {
      // Per environment, so that sandbox streams do not use up the limit of live.
      const name = `${reader.environment} ${reader.accountId}`;
      const { name: tier, limits } = getTier(deps, reader.accountId);
      const max = limits === null ? streamsUnlimited : budgetOf(limits).streams;
      return { name, who: `In each environment, an account of the tier ${tier}`, max };
    }
    case "link":
      return { name: `link ${reader.token}`, who: "A tracking link", max: streamsPerLinkMax };
    case "driver":
      return { name: `driver ${reader.driverId}`, who: "A driver", max: streamsPerDriverMax };
  }
}
