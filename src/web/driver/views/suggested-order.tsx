/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import type { Problem } from "../../browser/problem.ts";
import { takeOrder } from "../model.ts";
import { useTexts } from "../texts.ts";
import type { SuggestedOrder as Order } from "../wire.ts";

/** A better order of the stops, which the driver takes with one tap. */
export function SuggestedOrder({ order }: { order: Order }) {
  const texts = useTexts();
  const [problem, setProblem] = useState<Problem>();
  const [isTaking, setIsTaking] = useState(false);
  const take = async () => {
    setIsTaking(true);
    setProblem(await takeOrder(order.suggested));
    setIsTaking(false);
  };
  const inTime = order.late_stops - order.late_stops_after;
  const reasons = [
    order.minutes_saved > 0 && texts.savesMinutes(order.minutes_saved),
    inTime > 0 && texts.stopsInTime(inTime),
  ].filter(Boolean);
  return (
    <section class="card" aria-label={texts.betterOrder}>
      <h2>{texts.betterOrder}</h2>
      {reasons.length > 0 && <p>{reasons.join(" ")}</p>}
      {problem && <p role="alert">{texts.serverSays(problem.detail)}</p>}
      <button type="button" disabled={isTaking} onClick={() => void take()}>
        {texts.takeOrder}
      </button>
    </section>
  );
}
