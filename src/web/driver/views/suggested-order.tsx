/** @jsxImportSource preact */
import { orderStops } from "../taps.ts";
import { useTexts } from "../texts.ts";
import type { SuggestedOrder as Order } from "../wire.ts";

/** A better order of the stops, which the driver takes with one tap. */
export function SuggestedOrder({ order }: { order: Order }) {
  const texts = useTexts();
  const inTime = order.late_stops - order.late_stops_after;
  const reasons = [
    order.minutes_saved > 0 && texts.savesMinutes(order.minutes_saved),
    inTime > 0 && texts.stopsInTime(inTime),
  ].filter(Boolean);
  return (
    <section class="card" aria-label={texts.betterOrder}>
      <h2>{texts.betterOrder}</h2>
      {reasons.length > 0 && <p>{reasons.join(" ")}</p>}
      <button type="button" onClick={() => void orderStops(order.suggested)}>
        {texts.takeOrder}
      </button>
    </section>
  );
}
