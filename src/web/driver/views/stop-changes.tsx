/** @jsxImportSource preact */
import { Fragment } from "preact";
import type { SeenStop } from "../day.ts";
import { addressLine } from "../navigation.ts";
import { useTexts } from "../texts.ts";
import type { DriverNotice, DriverStop } from "../wire.ts";
import { clockTime, nameOf } from "./lists.tsx";

/** What of a job is another time or address: what the driver knew, and what counts now. */
export function StopChanges({ notice, stops }: { notice: DriverNotice; stops: readonly SeenStop[] }) {
  const texts = useTexts();
  return notice.changes.map((change) => {
    const stop = stops.find(
      ({ assignment_id, kind }) => assignment_id === notice.assignment_id && kind === change.stop,
    );
    if (stop === undefined) return null;
    const { previous_window: before, previous_address, has_new_window } = change;
    const { window } = stop;
    return (
      <Fragment key={change.stop}>
        <span class="kind" data-kind={stop.kind}>
          {texts[stop.kind]}
        </span>
        <strong dir="auto">{nameOf(stop)}</strong>
        {has_new_window && (
          <span class="change">
            {before && <del>{between(before)}</del>}
            {window && <ins>{between(window, before)}</ins>}
          </span>
        )}
        {previous_address === null ? (
          <span dir="auto">{addressLine(stop.address)}</span>
        ) : (
          <span class="change">
            <del dir="auto">{previous_address}</del>
            <ins dir="auto">{addressLine(stop.address)}</ins>
          </span>
        )}
      </Fragment>
    );
  });

  function between({ start, end }: Window, other: Window | null = null): string {
    const times = texts.between(clockTime(start), clockTime(end));
    return other && dayOf(other.start) !== dayOf(start)
      ? `${weekday.format(new Date(start))}, ${times}`
      : times;
  }
}

type Window = NonNullable<DriverStop["window"]>;

/** By the phone's clock and language, as the times. */
const weekday = new Intl.DateTimeFormat(undefined, { weekday: "long" });

const dayOf = (timestamp: string): string => new Date(timestamp).toDateString();
