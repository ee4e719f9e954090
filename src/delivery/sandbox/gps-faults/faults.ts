import { seededRandom } from "../../carriers/kinds/simulated/random.ts";
import { moved, withNoise } from "../../carriers/kinds/simulated/route.ts";
import type { GpsFault, GpsFaultKind } from "../../model/model.ts";
import type { PlannedPosition } from "../driver.ts";

/**
 * A phone with faults: from the positions of a plan to those that it reports. Pure: plan and faults decide everything. A
 * phone reports what was, so nothing arrives before its time.
 */

type Measured = PlannedPosition["update"];

/** A position as the phone reports it. */
export interface SentPosition {
  /** The position of the plan that it was taken at. */
  taken: Pick<PlannedPosition, "index" | "seconds" | "lateSeconds">;
  /** The position of the plan that it is sent with. */
  sent: Pick<PlannedPosition, "index" | "seconds">;
  update: Measured;
  /** How far the phone's clock is ahead; below 0 where it is behind. */
  clockSeconds: number;
}

interface Scene {
  fault: GpsFault;
  random: () => number;
  planned: readonly PlannedPosition[];
  /** A distance that nobody drives from one position of the plan to the next. */
  farMeters: number;
}

/** What becomes of the positions that were taken during a fault. */
const bends: Record<GpsFaultKind, (inside: readonly SentPosition[], scene: Scene) => SentPosition[]> = {
  jump(inside, { fault, random, farMeters }) {
    const bearing = random() * 360;
    return inside.map((position) => elsewhere(position, fault.meters ?? farMeters, bearing));
  },
  drift(inside, { fault, random }) {
    const bearing = random() * 360;
    const share = ({ taken }: SentPosition) =>
      (taken.seconds - fault.from_seconds) / (fault.to_seconds - fault.from_seconds);
    return inside.map((position) => elsewhere(position, (fault.meters ?? 0) * share(position), bearing));
  },
  freeze: ([first, ...others]) =>
    first ? [first, ...others.map((position) => ({ ...position, update: first.update }))] : [],
  gap: () => [],
  // What another fault has doubled stays double: faults that overlap would double it again and again.
  duplicate: (inside) =>
    [...Map.groupBy(inside, ({ taken }) => taken.index).values()].flatMap(([first, second = first]) =>
      first && second ? [first, second] : [],
    ),
  out_of_order: (inside, scene) =>
    inside.map((position, index) => (index % 2 === 0 ? late(position, scene) : position)),
  null_island: (inside) => inside.map((position) => at(position, { latitude: 0, longitude: 0 })),
  clock_ahead: (inside, { fault }) => inside.map((position) => shifted(position, fault.seconds ?? 0)),
  clock_behind: (inside, { fault }) => inside.map((position) => shifted(position, -(fault.seconds ?? 0))),
  coarse(inside, { fault, random }) {
    const accuracyMeters = fault.meters ?? 0;
    return inside.map((position) => {
      const there = at(position, withNoise(position.update, random, accuracyMeters));
      return { ...there, update: { ...there.update, accuracyMeters } };
    });
  },
};

/**
 * What a phone with these faults reports, in the order in which it arrives. Faults are applied one after the other. Each
 * bends the positions that were taken from its start on and before its end; all others stay as planned. At most two come
 * of each planned position, whatever the faults.
 */
export function reportedPositions(
  planned: readonly PlannedPosition[],
  faults: readonly GpsFault[],
  farMeters: number,
): SentPosition[] {
  let reported = planned.map(asPlanned);
  for (const fault of faults) {
    const random = seededRandom(`${fault.seed}:gps:${fault.fault}`);
    const isInside = ({ taken: { seconds } }: SentPosition) =>
      seconds >= fault.from_seconds && seconds < fault.to_seconds;
    const inside = bends[fault.fault](reported.filter(isInside), { fault, random, planned, farMeters });
    reported = [...reported.filter((position) => !isInside(position)), ...inside];
  }
  // What comes late comes after what is new.
  return reported.sort((a, b) => a.sent.index - b.sent.index || b.taken.index - a.taken.index);
}

function asPlanned({ index, seconds, lateSeconds, update }: PlannedPosition): SentPosition {
  const sent = { index, seconds };
  return { taken: { ...sent, lateSeconds }, sent, update, clockSeconds: 0 };
}

/** The place is no longer the plan's, so nobody knows its share of the route. */
function at(position: SentPosition, place: Pick<Measured, "latitude" | "longitude">): SentPosition {
  return { ...position, update: { ...position.update, ...place, fraction: null } };
}

function elsewhere(position: SentPosition, meters: number, bearing: number): SentPosition {
  return at(position, moved(position.update, meters, bearing));
}

function shifted(position: SentPosition, seconds: number): SentPosition {
  return { ...position, clockSeconds: position.clockSeconds + seconds };
}

/** It arrives with a later one, the next at the earliest. Nothing arrives after the last. */
function late(position: SentPosition, { fault, random, planned }: Scene): SentPosition {
  const dueSeconds = position.taken.seconds + random() * (fault.seconds ?? 0);
  const isBefore = ({ index, seconds }: PlannedPosition) =>
    index <= position.sent.index || seconds < dueSeconds;
  const last = planned.at(-1);
  const sent = planned[countWhile(planned, isBefore)] ?? last ?? position.sent;
  return { ...position, sent: { index: sent.index, seconds: sent.seconds } };
}

/** How many stand at the beginning of a list where all that do stand before all others. */
function countWhile<T>(list: readonly T[], isBefore: (item: T) => boolean): number {
  let from = 0;
  let to = list.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const item = list[middle];
    if (item !== undefined && isBefore(item)) from = middle + 1;
    else to = middle;
  }
  return from;
}
