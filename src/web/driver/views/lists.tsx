/** @jsxImportSource preact */

import { systemClock } from "../../../infra/clock.ts";
import { type Card, distinct, parcelsOf } from "../card.ts";
import type { SeenStop } from "../day.ts";
import type { SeenDone } from "../done.ts";
import { addressLine } from "../navigation.ts";
import type { Texts } from "../texts/en.ts";
import { useTexts } from "../texts.ts";
import type { DriverStop } from "../wire.ts";

export const nameOf = ({ contact }: DriverStop): string | null => contact?.company ?? contact?.name ?? null;

/** Whether its driver has still to see that a time or an address is another one. */
export const isChanged = ({ kind, notices }: SeenStop): boolean =>
  notices.some((notice) => notice.changes.some(({ stop }) => stop === kind));

interface StopListProps {
  cards: readonly Card[];
  onChoose(stopId: string): void;
}

/** The other stops, in the order of the route. A tap brings one to the top. */
export function StopList({ cards, onChoose }: StopListProps) {
  const texts = useTexts();
  if (cards.length === 0) return null;
  return (
    <section aria-labelledby="other-stops">
      <h2 id="other-stops">{texts.otherStops}</h2>
      <ol class="stops">
        {cards.map(({ id, stops }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(id)}>
              <span class="kind" data-kind={stops[0].kind}>
                {distinct(stops.map(({ kind }) => texts[kind])).join(", ")}
              </span>
              <strong dir="auto">{distinct(stops.map(nameOf)).join(", ")}</strong>
              <span dir="auto">{addressLine(stops[0].address)}</span>
              {stops.some(isChanged) && <span class="pending">{texts.notices.change}</span>}
              <span class="quiet">
                {distinct([
                  ...stops.map((stop) => dueText(stop, texts)),
                  stops.length > 1 && texts.parcels(parcelsOf(stops)),
                ]).join(" · ")}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function DoneList({ done }: { done: readonly SeenDone[] }) {
  const texts = useTexts();
  if (done.length === 0) return null;
  return (
    <section aria-labelledby="done-today">
      <h2 id="done-today">{texts.doneToday}</h2>
      <ol class="stops done">
        {done.map(({ id, outcome, reason, at, name, place, trackingNumber, isConfirmed }) => (
          <li key={id}>
            <span class="kind">
              {distinct([
                `${outcome === "picked_up" ? texts.pickedUp : texts[outcome]} ${clockTime(at)}`,
                reason && reasonText(texts, reason),
              ]).join(" · ")}
            </span>
            <strong dir="auto">{name ?? trackingNumber}</strong>
            {place && <span dir="auto">{place}</span>}
            {!isConfirmed && <span class="pending">{texts.notConfirmed}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Reasons of carriers are none that a driver chooses: they have no words here. */
function reasonText(texts: Texts, reason: string): string | null {
  const words = (texts as Readonly<Record<string, unknown>>)[reason];
  return typeof words === "string" ? words : null;
}

/** By the phone's clock and language. */
const time = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });

const weekdayTime = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  hour: "numeric",
  minute: "2-digit",
});

export const clockTime = (timestamp: string): string => time.format(new Date(timestamp));

/** The time alone while it is today. */
function dayAndTime(timestamp: string): string {
  const at = new Date(timestamp);
  const isToday = at.toDateString() === new Date(systemClock.now()).toDateString();
  return isToday ? clockTime(timestamp) : weekdayTime.format(at);
}

/** When it is tried again, else the promised window, else the estimate. */
export function dueText(
  { window, estimated_at: estimate, next_attempt_at: again }: DriverStop,
  texts: Texts,
): string | null {
  if (again) return texts.again(dayAndTime(again));
  if (window) return texts.between(clockTime(window.start), clockTime(window.end));
  return estimate === null ? null : texts.expected(clockTime(estimate));
}
