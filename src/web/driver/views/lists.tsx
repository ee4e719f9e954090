/** @jsxImportSource preact */
import type { SeenDone, SeenStop } from "../day.ts";
import { addressLine } from "../navigation.ts";
import { useTexts } from "../texts.ts";
import type { DriverStop } from "../wire.ts";
import { clockTime, dueText } from "./times.ts";

export const nameOf = ({ contact }: DriverStop): string | null => contact?.company ?? contact?.name ?? null;

interface StopListProps {
  stops: readonly SeenStop[];
  onChoose(id: string): void;
}

/** The other stops, in the order of the route. A tap brings one to the top. */
export function StopList({ stops, onChoose }: StopListProps) {
  const texts = useTexts();
  if (stops.length === 0) return null;
  return (
    <section aria-labelledby="other-stops">
      <h2 id="other-stops">{texts.otherStops}</h2>
      <ol class="stops">
        {stops.map((stop) => (
          <li key={stop.id}>
            <button type="button" onClick={() => onChoose(stop.id)}>
              <span class="kind" data-kind={stop.kind}>
                {texts[stop.kind]}
              </span>
              <strong dir="auto">{nameOf(stop)}</strong>
              <span dir="auto">{addressLine(stop.address)}</span>
              <span class="quiet">{dueText(stop, texts)}</span>
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
        {done.toReversed().map(({ reportId, stop, outcome, at, isConfirmed }) => (
          <li key={reportId}>
            <span class="kind">
              {outcome === "picked_up" ? texts.pickedUp : texts[outcome]} {clockTime(at)}
            </span>
            <strong dir="auto">{nameOf(stop)}</strong>
            <span dir="auto">{addressLine(stop.address)}</span>
            {!isConfirmed && <span class="pending">{texts.notConfirmed}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
