/** @jsxImportSource preact */
import { useLayoutEffect, useRef } from "preact/hooks";
import { toTimestamp } from "../../../infra/clock.ts";
import { parcelsOf } from "../card.ts";
import type { SeenStop } from "../day.ts";
import { switchDuty } from "../taps.ts";
import { useTexts } from "../texts.ts";
import { clockTime } from "./lists.tsx";

/** A break with an end, also with goods on board. */

const minuteMs = 60_000;
const restMinutes = [15, 30, 60] as const;
/** By the phone's language, as times are. */
const minutes = new Intl.NumberFormat(undefined, { style: "unit", unit: "minute", unitDisplay: "short" });

/** Until when, what that means, and which parcels stay with the driver. */
export function Resting({ until, stops }: { until: number; stops: readonly SeenStop[] }) {
  const texts = useTexts();
  const title = useRef<HTMLHeadingElement>(null);
  // The button that was tapped is gone, and stood at the end of the page.
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    window.scrollTo(0, 0);
    title.current?.focus();
  }, []);
  const onBoard = stops.filter(({ kind, isBlocked }) => kind !== "pickup" && !isBlocked);
  return (
    <section class="card" aria-labelledby="rest-until">
      <h2 id="rest-until" ref={title} tabIndex={-1}>
        {texts.restUntil(clockTime(toTimestamp(until)))}
      </h2>
      <p>{texts.restHint}</p>
      {onBoard.length > 0 && <p>{texts.stillWithYou(texts.parcels(parcelsOf(onBoard)))}</p>}
      <button type="button" class="wide" onClick={() => void switchDuty(true)}>
        {texts.endRest}
      </button>
    </section>
  );
}

export function RestButtons() {
  const texts = useTexts();
  return (
    <section class="rests" aria-label={texts.rest}>
      <strong>{texts.rest}</strong>
      {restMinutes.map((length) => (
        <button
          key={length}
          type="button"
          aria-label={`${texts.rest}: ${minutes.format(length)}`}
          onClick={() => void switchDuty(false, length * minuteMs)}
        >
          {minutes.format(length)}
        </button>
      ))}
    </section>
  );
}
