import { costOf, isCheaper, type Plan, type PlanCost } from "./plan.ts";

/**
 * Orders a driver's stops: each job is inserted where it costs least, then jobs move, stretches turn around and visits of
 * one address come together as long as that helps. The result depends on the plan alone, and is never worse than the order of arrival.
 */

/** Visits of stops while Waybill searches: about 0.2 s. The search ends there with the best order so far. */
const visitsMax = 20_000_000;

interface Search {
  plan: Plan;
  /** The stops of each job, the pickup first. */
  jobs: readonly (readonly number[])[];
  visits: number;
}

/** An order, and what it costs. */
export interface OrderedStops {
  order: readonly number[];
  cost: PlanCost;
}

/** @returns indexes of the plan's stops */
export function orderStops(plan: Plan): OrderedStops {
  const arrival = ordered(plan, plan.stops.keys());
  const jobs = Map.groupBy(plan.stops.keys(), (index) => plan.stops[index]?.jobId);
  const search: Search = { plan, jobs: [...jobs.values()].map(inTripOrder(plan)), visits: 0 };
  const found = improve(search, insertAll(search));
  return isCheaper(found.cost, arrival.cost) ? found : arrival;
}

/** What an order of all stops costs. */
export function ordered(plan: Plan, order: Iterable<number>): OrderedStops {
  const list = [...order];
  const cost = costOf(plan, list);
  if (cost === undefined) throw new Error("an order without a limit has a cost");
  return { order: list, cost };
}

function inTripOrder({ stops }: Plan) {
  return (job: readonly number[]) =>
    job.toSorted(
      (one, other) => Number(stops[one]?.kind !== "pickup") - Number(stops[other]?.kind !== "pickup"),
    );
}

/** Jobs in the order of arrival, each where it makes the trip so far least worse. */
function insertAll(search: Search): OrderedStops {
  const [first = [], ...others] = search.jobs;
  let trip = ordered(search.plan, first);
  for (const job of others) {
    trip = insert(search, trip.order, job) ?? ordered(search.plan, [...trip.order, ...job]);
  }
  return trip;
}

/** The cheapest places of a job's stops in a trip; undefined if none is cheaper than the limit. */
function insert(
  search: Search,
  trip: readonly number[],
  job: readonly number[],
  limit?: PlanCost,
): OrderedStops | undefined {
  let best: OrderedStops | undefined;
  for (const candidate of placesFor(trip, job)) {
    if (isOver(search)) return best;
    search.visits += candidate.length;
    const cost = costOf(search.plan, candidate, best?.cost ?? limit);
    if (cost) best = { order: candidate, cost };
  }
  return best;
}

function* placesFor(trip: readonly number[], [first, second]: readonly number[]): Generator<number[]> {
  if (first === undefined) return;
  for (let place = 0; place <= trip.length; place += 1) {
    const withFirst = trip.toSpliced(place, 0, first);
    if (second === undefined) {
      yield withFirst;
      continue;
    }
    for (let later = place + 1; later <= withFirst.length; later += 1)
      yield withFirst.toSpliced(later, 0, second);
  }
}

function improve(search: Search, start: OrderedStops): OrderedStops {
  let best = start;
  for (;;) {
    const better = joinVisits(search, moveJobs(search, turnAround(search, best)));
    if (better === best || isOver(search)) return better;
    best = better;
  }
}

/** Takes each job out, and puts it back where that is cheaper than before. */
function moveJobs(search: Search, start: OrderedStops): OrderedStops {
  return search.jobs.reduce((best, job) => {
    const rest = best.order.filter((index) => !job.includes(index));
    return insert(search, rest, job, best.cost) ?? best;
  }, start);
}

/** Turns each stretch around in which no job is picked up and delivered. */
function turnAround(search: Search, start: OrderedStops): OrderedStops {
  let best = start;
  for (let from = 0; from < best.order.length - 1; from += 1) {
    const jobs = new Set([jobAt(search, best.order[from])]);
    for (let to = from + 1; to < best.order.length; to += 1) {
      const job = jobAt(search, best.order[to]);
      if (jobs.has(job) || isOver(search)) break;
      jobs.add(job);
      const stretch = best.order.slice(from, to + 1).reverse();
      const candidate = best.order.toSpliced(from, stretch.length, ...stretch);
      search.visits += candidate.length;
      const cost = costOf(search.plan, candidate, best.cost);
      if (cost) best = { order: candidate, cost };
    }
  }
  return best;
}

/** Moves each later visit of an address behind an earlier one, and each earlier one before a later one. */
function joinVisits(search: Search, start: OrderedStops): OrderedStops {
  let best = start;
  for (let again = true; again; ) {
    again = false;
    for (const candidate of joinedVisits(search, best.order)) {
      if (isOver(search)) return best;
      search.visits += candidate.length;
      const cost = costOf(search.plan, candidate, best.cost);
      if (cost === undefined) continue;
      best = { order: candidate, cost };
      again = true;
      break;
    }
  }
  return best;
}

function* joinedVisits(search: Search, order: readonly number[]): Generator<number[]> {
  const runs = visitsIn(search.plan, order);
  for (const [at, run] of runs.entries()) {
    for (let later = at + 1; later < runs.length; later += 1) {
      const other = runs[later];
      if (other === undefined || other.placeId !== run.placeId) continue;
      const between = runs.slice(at + 1, later).flatMap(({ stops }) => stops);
      const before = runs.slice(0, at).flatMap(({ stops }) => stops);
      const after = runs.slice(later + 1).flatMap(({ stops }) => stops);
      for (const middle of [
        [...run.stops, ...other.stops, ...between],
        [...between, ...run.stops, ...other.stops],
      ]) {
        const candidate = [...before, ...middle, ...after];
        if (isInTripOrder(search, candidate)) yield candidate;
      }
    }
  }
}

/** Stops at one address in a row are one visit. */
function visitsIn({ stops }: Plan, order: readonly number[]): { placeId: string; stops: number[] }[] {
  const runs: { placeId: string; stops: number[] }[] = [];
  for (const index of order) {
    const placeId = stops[index]?.placeId ?? "";
    const last = runs.at(-1);
    if (last?.placeId === placeId) last.stops.push(index);
    else runs.push({ placeId, stops: [index] });
  }
  return runs;
}

/** Whether each job is picked up before it is delivered. */
function isInTripOrder({ jobs }: Search, order: readonly number[]): boolean {
  const places = new Map(order.map((index, place) => [index, place]));
  const placeOf = (index = -1) => places.get(index) ?? 0;
  return jobs.every(([pickup, delivery]) => delivery === undefined || placeOf(pickup) < placeOf(delivery));
}

function jobAt({ plan }: Search, index = -1): string | undefined {
  return plan.stops[index]?.jobId;
}

function isOver({ visits }: Search): boolean {
  return visits >= visitsMax;
}
