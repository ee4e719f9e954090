import type { DueRow } from "../../../infra/db/due-rows.ts";
import { type Deps, inMemory } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { Schedule } from "../../../infra/jobs/schedule.ts";
import { type Claim, createLane, dueAtOf, type Lane } from "./lane.ts";
import { followClocks, laneInAccountTime } from "./lane-time.ts";
import { createPace, nextStart, startAtPace } from "./pace.ts";
import { type DueDelivery, deliveryStore, watchDeliveries } from "./store.ts";

/** Attempts at once to an endpoint whose last one succeeded. A failing endpoint gets one, to see whether it is back. */
const healthyMax = 8;
const failingMax = 1;
/** Shares of all places, so that no group of endpoints takes every one. */
const failingShare = 1 / 2;
const crowdedShare = 3 / 4;
/** Deliveries that are being sent or recorded, for each place. */
const unrecordedFactor = 4;
/** An endpoint's own limits explain its backlog this long: longer than an attempt, after which they are looked at. */
const heldForMs = 30_000;
/** Due rows of an endpoint that are read at once, beyond those that are busy. */
const readAtOnce = 32;

/** Both environments share the places. Each is told when one is free. */
const placesOf = inMemory(() => ({ taken: 0, onFree: new Set<() => void>() }));

/**
 * Chooses which delivery is sent next. It goes round the endpoints that have something due, so that a slow endpoint or
 * a long backlog delays no other.
 * @param wake looks at `nextDue` again
 */
export function createLanes(deps: Deps, environment: Environment, wake: () => void) {
  const store = deps.stores.platform(environment);
  const rows = deliveryStore(store.db);
  const placesMax = deps.config.webhookConcurrency;
  const places = placesOf(deps);
  const clocks = environment === "sandbox" ? deps.clocks : undefined;
  const pace = createPace(deps);
  const lanes = new Map<string, Lane>();
  /** Lanes with something due, or busy. Thousands may have only retries ahead, and are not looked through each time. */
  const awake = new Set<Lane>();
  /** When the next of the others has something due. */
  let othersDueAt = Number.POSITIVE_INFINITY;
  let first = 0;
  let unrecorded = 0;
  let isKnown = false;
  /** When `fill` may find something to begin. */
  let dueAt = Number.NEGATIVE_INFINITY;
  /** Whether something could begin if another delivery ended. */
  let isCrowded = false;

  function laneOf(webhookId: string): Lane {
    const made = () => (clocks ? laneInAccountTime(clocks, store, webhookId) : createLane(webhookId));
    const lane = lanes.get(webhookId) ?? made();
    lanes.set(webhookId, lane);
    return lane;
  }

  /** Hears of what commits change. They wake the job when they are synced. */
  function watch(): void {
    places.onFree.add(() => lookAgain());
    if (clocks) followClocks(clocks, store, lookAtAll);
    const onDue = (webhookId: string, id: string, at: number) => {
      const lane = laneOf(webhookId);
      lane.schedule.note(id, at);
      // Inside a transaction nobody can read whose time it is, so such a lane is looked at.
      const realAt = clocks ? Number.NEGATIVE_INFINITY : at;
      if (realAt <= deps.realClock.now()) awake.add(lane);
      else othersDueAt = Math.min(othersDueAt, realAt);
      dueAt = Math.min(dueAt, realAt);
    };
    watchDeliveries(store, onDue, (webhookId) => {
      const lane = laneOf(webhookId);
      lane.endpoint = undefined;
      lane.schedule.rebuild();
      awake.add(lane);
      dueAt = Number.NEGATIVE_INFINITY;
    });
  }

  /** A delivery left its place or its task ended. */
  function lookAgain(ended?: Schedule): void {
    dueAt = Math.min(dueAt, isCrowded || clocks ? Number.NEGATIVE_INFINITY : (ended?.nextDue() ?? dueAt));
    wake();
  }

  /** The time of an account was moved. */
  function lookAtAll(): void {
    othersDueAt = Number.NEGATIVE_INFINITY;
    lookAgain();
  }

  /** Reads which endpoints have something pending. */
  function readLanes(): void {
    for (const { id, at } of rows.webhooksWaiting()) laneOf(id).schedule.rebuild(at);
    othersDueAt = Number.NEGATIVE_INFINITY;
    isKnown = true;
  }

  /** Wakes the lanes that have something due by now. */
  function wakeLanes(now: number): void {
    if (othersDueAt > now) return;
    othersDueAt = Number.POSITIVE_INFINITY;
    for (const lane of lanes.values()) {
      if (dueAtOf(lane) <= now) awake.add(lane);
      else if (!awake.has(lane)) othersDueAt = Math.min(othersDueAt, lane.schedule.nextDue(lane.time.toReal));
    }
  }

  /** Hands each delivery that may begin now to `begin`. @returns how many */
  function fill(now: number, begin: (claim: Claim) => void): number {
    if (!isKnown) readLanes();
    wakeLanes(now);
    const all = [...awake].filter((lane) => dueAtOf(lane) <= now && isOpen(lane, now));
    first = (first + 1) % Math.max(1, all.length);
    const round = [...all.slice(first), ...all.slice(0, first)];
    const healthy = round.filter((lane) => !lane.isFailing);
    const failing = round.filter((lane) => lane.isFailing);
    const begun =
      fillUp(healthy, 1, placesMax) +
      fillUp(failing, failingMax, placesMax * failingShare) +
      fillUp(healthy, healthyMax, placesMax * crowdedShare);
    lookAhead(now);
    return begun;

    function fillUp(some: readonly Lane[], perLane: number, takenMax: number): number {
      let begun = 0;
      for (const lane of some) {
        while (lane.inFlight < perLane && places.taken < takenMax && startOf(lane, now) <= now) {
          const next = unrecorded < placesMax * unrecordedFactor ? takeNext(lane, now) : undefined;
          if (next === undefined) break;
          if (lane.endpoint) pace.take(lane.endpoint.accountId, next.bytes, now);
          begin(claim(lane, next.id, now));
          begun += 1;
        }
      }
      return begun;
    }
  }

  /** Reads the endpoint if it is new or changed. Of one that is closed nothing is due until a commit opens it. */
  function isOpen(lane: Lane, now: number): boolean {
    if (lane.endpoint !== undefined) return true;
    lane.endpoint = rows.openEndpoint(lane.webhookId);
    if (lane.endpoint) {
      lane.isFailing = lane.endpoint.failureCount > 0;
      return true;
    }
    for (const { id } of lane.waiting.splice(0)) lane.schedule.end(id);
    lane.schedule.take(lane.time.now(now), 1, () => [], now);
    return false;
  }

  /** Finds out when there is something to begin. What waits for a place waits for the end of another. */
  function lookAhead(now: number): void {
    dueAt = Number.POSITIVE_INFINITY;
    isCrowded = false;
    for (const lane of awake) {
      const isDue = dueAtOf(lane) <= now;
      const startsAt = isDue ? startOf(lane, now) : lane.schedule.nextDue(lane.time.toReal);
      if (isDue && isAtOwnLimit(lane, now)) lane.heldAt = now;
      if (startsAt <= now) isCrowded = true;
      else dueAt = Math.min(dueAt, startsAt);
      if (isDue || lane.busy > 0 || lane.mayStartAt > now) continue;
      awake.delete(lane);
      othersDueAt = Math.min(othersDueAt, startsAt);
      if (lane.schedule.isIdle()) lanes.delete(lane.webhookId);
    }
    dueAt = Math.min(dueAt, othersDueAt);
    pace.forgetIdle(now);
  }

  /** Whether the endpoint itself keeps its deliveries back: it fails, is slow, or is paced. */
  function isAtOwnLimit(lane: Lane, now: number): boolean {
    return lane.isFailing || lane.inFlight >= healthyMax || startOf(lane, now) > now;
  }

  /** When the lane's next delivery may begin, by the pace of the endpoint and of the account. */
  function startOf({ endpoint, mayStartAt }: Lane, now: number): number {
    if (endpoint === undefined) return now;
    const ownStart = endpoint.maxPerSecond === null ? now : startAtPace(mayStartAt, now);
    return Math.max(ownStart, pace.roomAt(endpoint.accountId, now));
  }

  function takeNext(lane: Lane, now: number): DueDelivery | undefined {
    if (lane.waiting.length === 0) {
      const read = (from: number, limit: number) => rows.dueOf(lane.webhookId, from, limit);
      lane.waiting = lane.schedule.take(lane.time.now(now), readAtOnce, read, now).reverse();
    }
    return lane.waiting.pop();
  }

  function claim(lane: Lane, id: string, now: number): Claim {
    let holdsPlace = true;
    lane.inFlight += 1;
    lane.busy += 1;
    places.taken += 1;
    unrecorded += 1;
    const maxPerSecond = lane.endpoint?.maxPerSecond ?? null;
    if (maxPerSecond !== null) lane.mayStartAt = nextStart(lane.mayStartAt, maxPerSecond, now);
    const leave = () => {
      if (!holdsPlace) return;
      holdsPlace = false;
      lane.inFlight -= 1;
      places.taken -= 1;
      for (const onFree of places.onFree) onFree();
    };
    return {
      id,
      accountId: lane.endpoint?.accountId ?? null,
      schedule: lane.schedule,
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

  return {
    watch,
    fill,
    /** For the end of a task: its row may be due again. */
    lookAgain,
    nextDue: (): number => dueAt,
    /** Whether the endpoint's backlog is its own doing: no other endpoint waits for it. */
    isHeldBack(webhookId: string, now: number): boolean {
      const lane = lanes.get(webhookId);
      return lane !== undefined && (isAtOwnLimit(lane, now) || now - lane.heldAt < heldForMs);
    },
    rebuild(): void {
      isKnown = false;
      dueAt = Number.NEGATIVE_INFINITY;
    },
    findMissed(now: number): DueRow | undefined {
      if (!isKnown) return undefined;
      for (const { id, at } of rows.webhooksWaiting()) {
        const { schedule, time } = laneOf(id);
        const own = time.now(now);
        const missed = at <= own && schedule.findMissed(own, (from, limit) => rows.dueOf(id, from, limit));
        if (missed) return missed;
      }
      return undefined;
    },
  };
}
