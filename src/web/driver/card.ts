import type { SeenStop } from "./day.ts";
import type { DriverStop, StopKind } from "./wire.ts";

/** Stops at one place are one card, and those of one person there are one handover. Pure. */

export type Stops<Stop = SeenStop> = readonly [Stop, ...Stop[]];

/** Whom the driver meets at a place for one purpose, with all their stops there. */
export interface Meeting {
  /** Of its first stop. */
  id: string;
  kind: StopKind;
  stops: Stops;
}

export interface Card {
  /** Of its first stop. */
  id: string;
  stops: Stops;
  meetings: readonly [Meeting, ...Meeting[]];
}

/** The cards of the stops, in their order. What cannot be done yet, or only hours later, has a card of its own. */
export function cardsOf(stops: readonly SeenStop[]): Card[] {
  const cards: Card[] = [];
  const taken = new Set<string>();
  for (const stop of stops) {
    if (taken.has(stop.id)) continue;
    const others = stops.filter((other) => other !== stop && !taken.has(other.id) && isTogether(stop, other));
    const together: Stops = [stop, ...others];
    for (const { id } of together) taken.add(id);
    cards.push({ id: stop.id, stops: together, meetings: meetingsOf(together) });
  }
  return cards;
}

function isTogether(stop: SeenStop, other: SeenStop): boolean {
  if (stop.place_id == null || stop.place_id !== other.place_id) return false;
  return !stop.isBlocked && !other.isBlocked && !isApart(stop, other) && !isApart(other, stop);
}

/** Whether the second one's window begins when the first one's is over. */
function isApart({ window: first }: DriverStop, { window: second }: DriverStop): boolean {
  return first !== null && second !== null && second.start > first.end;
}

function meetingsOf(stops: Stops): Card["meetings"] {
  const keyOf = ({ id, kind, person_id }: SeenStop) => `${kind} ${person_id ?? id}`;
  const groups = Map.groupBy(stops, keyOf).values();
  const [first, ...others] = [...groups].map(toMeeting);
  return [first ?? toMeeting(stops), ...others];
}

function toMeeting(stops: readonly SeenStop[]): Meeting {
  const [first] = stops as Stops;
  return { id: first.id, kind: first.kind, stops: stops as Stops };
}

/** How many parcels people hand over at these stops. */
export function parcelsOf(stops: readonly DriverStop[]): number {
  return stops.reduce((sum, { parcel_count }) => sum + parcel_count, 0);
}

/** Each of these texts once, in their order. */
export function distinct<T>(texts: readonly (T | null | undefined | "" | false)[]): T[] {
  return [...new Set(texts)].filter((text): text is T => Boolean(text));
}
