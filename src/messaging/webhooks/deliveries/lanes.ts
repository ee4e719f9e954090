import { type Deps, inMemory } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { createPace } from "./pace.ts";
import type { DueDelivery, WebhookWithDue } from "./store.ts";
import { deliveryStore } from "./store.ts";

/** Attempts at once to an endpoint whose last one succeeded. A failing endpoint gets one, to see whether it is back. */
const healthyMax = 8;
const failingMax = 1;
/** Shares of all places, so that no group of endpoints takes every one. */
const failingShare = 1 / 2;
const crowdedShare = 3 / 4;
/** Deliveries that are being sent or recorded, for each place. */
const unrecordedFactor = 4;
/** Due rows of an endpoint that are read at once, beyond those that are busy. */
const readAtOnce = 32;
/** Looking through the endpoints takes at most a fifth of the time. */
const restFactor = 4;
/** A paced delivery that starts less late than this does not delay those after it. */
const lateMaxMs = 20;

/** An endpoint that has something due. The ids are hints: the row decides when it is sent. */
interface Lane {
  readonly webhookId: string;
  readonly accountId: string;
  waiting: DueDelivery[];
  /** Whether more rows may be due than were read. */
  hasMore: boolean;
  inFlight: number;
  /** In flight, or not recorded yet. */
  busy: number;
  isFailing: boolean;
  maxPerSecond: number | null;
  mayStartAt: number;
}

/** A delivery that begins. Call `answered` when the response is in, and `ended` when it is recorded. */
export interface Claim {
  readonly id: string;
  answered(succeeded: boolean): void;
  ended(): void;
}

/** Rows that are due but must be left alone. */
interface BusyRows {
  isBusy(id: string): boolean;
  /** The most rows that failed lately. */
  readonly failedMax: number;
}

/** Both environments share the places. */
const placesOf = inMemory(() => ({ taken: 0 }));

/**
 * Chooses which delivery is sent next. It goes round the endpoints that have something due, so that a slow endpoint or
 * a long backlog delays no other.
 */
export function createLanes(deps: Deps, environment: Environment, tasks: BusyRows) {
  const rows = deliveryStore(deps.stores.platform(environment).db);
  const placesMax = deps.config.webhookConcurrency;
  const places = placesOf(deps);
  const pace = createPace(deps);
  const lanes = new Map<string, Lane>();
  let first = 0;
  let unrecorded = 0;
  let lookAgainAt = 0;

  /** @returns false if it is too early to look again */
  function look(now: number): boolean {
    const startedMs = deps.clock.monotonic();
    if (startedMs < lookAgainAt) return false;
    const found = rows.webhooksWithDue(now);
    for (const webhook of found) notice(webhook);
    if (lanes.size > found.length) forgetIdle(new Set(found.map(({ id }) => id)), now);
    const endedMs = deps.clock.monotonic();
    lookAgainAt = endedMs + (endedMs - startedMs) * restFactor;
    return true;
  }

  function notice({ id, accountId, failureCount, maxPerSecond }: WebhookWithDue): void {
    const lane = lanes.get(id);
    if (lane) Object.assign(lane, { maxPerSecond, hasMore: true });
    else lanes.set(id, { ...emptyLane(id, accountId), isFailing: failureCount > 0, maxPerSecond });
  }

  function forgetIdle(due: ReadonlySet<string>, now: number): void {
    pace.forgetIdle(now);
    for (const [id, lane] of lanes) {
      const idle = lane.busy === 0 && lane.mayStartAt <= now;
      if (idle && !due.has(id)) lanes.delete(id);
    }
  }

  /** Hands each delivery that may begin now to `begin`. @returns how many */
  function fill(now: number, begin: (claim: Claim) => void): number {
    const all = [...lanes.values()];
    first = (first + 1) % Math.max(1, all.length);
    const round = [...all.slice(first), ...all.slice(0, first)];
    const healthy = round.filter((lane) => !lane.isFailing);
    const failing = round.filter((lane) => lane.isFailing);
    return (
      fillUp(healthy, 1, placesMax) +
      fillUp(failing, failingMax, placesMax * failingShare) +
      fillUp(healthy, healthyMax, placesMax * crowdedShare)
    );

    function fillUp(some: readonly Lane[], perLane: number, takenMax: number): number {
      let begun = 0;
      for (const lane of some) {
        while (lane.inFlight < perLane && places.taken < takenMax && startOf(lane, now) <= now) {
          const next = unrecorded < placesMax * unrecordedFactor ? takeNext(lane, now) : undefined;
          if (next === undefined) break;
          pace.take(lane.accountId, next.bytes, now);
          begin(claim(lane, next.id, now));
          begun += 1;
        }
      }
      return begun;
    }
  }

  /** When the lane's next delivery may begin, by the pace of the endpoint and of the account. */
  function startOf(lane: Lane, now: number): number {
    const ownStart = isPaced(lane, now) ? lane.mayStartAt : now;
    return Math.max(ownStart, pace.roomAt(lane.accountId, now));
  }

  function takeNext(lane: Lane, now: number): DueDelivery | undefined {
    if (lane.waiting.length === 0 && lane.hasMore) {
      const limit = lane.busy + tasks.failedMax + readAtOnce;
      const due = rows.dueOf(lane.webhookId, now, limit);
      lane.hasMore = due.length === limit;
      lane.waiting = due.reverse();
    }
    for (let next = lane.waiting.pop(); next !== undefined; next = lane.waiting.pop()) {
      if (!tasks.isBusy(next.id)) return next;
    }
    return undefined;
  }

  function claim(lane: Lane, id: string, now: number): Claim {
    let holdsPlace = true;
    lane.inFlight += 1;
    lane.busy += 1;
    places.taken += 1;
    unrecorded += 1;
    if (lane.maxPerSecond !== null) lane.mayStartAt = nextStart(lane.mayStartAt, lane.maxPerSecond, now);
    const leave = () => {
      if (!holdsPlace) return;
      holdsPlace = false;
      lane.inFlight -= 1;
      places.taken -= 1;
    };
    return {
      id,
      answered(succeeded) {
        lane.isFailing = !succeeded;
        leave();
      },
      ended() {
        leave();
        lane.busy -= 1;
        unrecorded -= 1;
      },
    };
  }

  /** When something may begin that waits for its endpoint's pace or its account's. */
  function nextStartAt(now: number): number | undefined {
    const starts = [...lanes.values()].map((lane) => startOf(lane, now)).filter((start) => start > now);
    return starts.length === 0 ? undefined : Math.min(...starts);
  }

  return { look, fill, nextStartAt };
}

function emptyLane(webhookId: string, accountId: string): Omit<Lane, "isFailing" | "maxPerSecond"> {
  return { webhookId, accountId, waiting: [], hasMore: true, inFlight: 0, busy: 0, mayStartAt: 0 };
}

/** A clock that was set back does not extend the wait. */
function isPaced({ maxPerSecond, mayStartAt }: Lane, now: number): boolean {
  return maxPerSecond !== null && mayStartAt > now && mayStartAt - now <= 1000;
}

/** Starts are spread evenly over the second. */
function nextStart(mayStartAt: number, maxPerSecond: number, now: number): number {
  const planned = now - mayStartAt < lateMaxMs && mayStartAt <= now ? mayStartAt : now;
  return planned + 1000 / maxPerSecond;
}
