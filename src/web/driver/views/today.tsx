/** @jsxImportSource preact */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { seeDay } from "../day.ts";
import { isOffline, isOnDuty, type State } from "../model.ts";
import { countTaps } from "../queue.ts";
import { switchDuty } from "../taps.ts";
import { useTexts } from "../texts.ts";
import { DoneList, StopList } from "./lists.tsx";
import { NextStop } from "./next-stop.tsx";
import { Offers } from "./offers.tsx";
import { PhoneNotices } from "./phone-notices.tsx";
import { RefusalNotice } from "./refusal.tsx";
import { SuggestedOrder } from "./suggested-order.tsx";
import { ThisPhone } from "./this-phone.tsx";

/** The driver's day: what is new, what is next, what comes then, what is done. */
export function Today({ state }: { state: State }) {
  const texts = useTexts();
  const { me, stops = [], entries, done = [], refusals = [] } = state.day;
  const day = seeDay(stops, entries, done, refusals);
  const [chosenId, setChosenId] = useState<string>();
  const [said, say] = useState("");
  const onDuty = isOnDuty(state.day);
  const chosen = day.stops.find(({ id }) => id === chosenId) ?? day.stops[0];

  const shownId = useRef(chosen?.id);
  // What had the focus went with the former stop: a screen reader goes on at the new one.
  useLayoutEffect(() => {
    if (shownId.current === chosen?.id) return;
    shownId.current = chosen?.id;
    window.scrollTo(0, 0);
    if (document.activeElement === document.body) document.querySelector("h1")?.focus();
  }, [chosen?.id]);

  return (
    <>
      <header>
        <p class="who">
          <strong>{me?.driver.name}</strong>
          <span>{me?.carrier.name}</span>
        </p>
        <button
          type="button"
          role="switch"
          class="duty"
          aria-checked={onDuty}
          onClick={() => void switchDuty(!onDuty)}
        >
          <span class="knob" />
          {onDuty ? texts.online : texts.offline}
        </button>
      </header>
      <Network state={state} />
      <p class="unseen" role="status">
        {said}
      </p>
      <main>
        {me?.environment === "sandbox" && <p class="sandbox">Sandbox</p>}
        <PhoneNotices state={state} />
        {day.refusals.map((refusal) => (
          <RefusalNotice key={refusal.entry.seq} refusal={refusal} />
        ))}
        <Offers offers={day.offers} />
        {chosen ? (
          <NextStop
            key={chosen.id}
            stop={chosen}
            all={day.stops}
            isNext={chosen === day.stops[0]}
            isOffline={isOffline(state)}
            // A new order of the stops takes nothing away that the driver is entering.
            onBegin={() => setChosenId(chosen.id)}
            onSaid={say}
          />
        ) : (
          <section class="card">
            <h1 tabIndex={-1}>{texts.noStops}</h1>
            <p>{onDuty ? texts.noStopsHint : texts.noStopsOffDuty}</p>
          </section>
        )}
        {!onDuty && <p class="hint">{texts.dutyHint}</p>}
        {state.order && !isOffline(state) && <SuggestedOrder order={state.order} />}
        <StopList stops={day.stops.filter((stop) => stop !== chosen)} onChoose={setChosenId} />
        <DoneList done={day.done} />
        <ThisPhone taps={countTaps(entries)} />
      </main>
    </>
  );
}

/** Whether all is sent. It stays in its place, so that screen readers tell of changes. */
function Network({ state }: { state: State }) {
  const texts = useTexts();
  const taps = countTaps(state.day.entries);
  const { problem } = state;
  const words = () => {
    if (isOffline(state)) return `${texts.noNetwork} ${texts.waiting(taps)}`;
    if (problem) {
      const why = texts.problems[problem.code] ?? texts.serverSays(problem.detail);
      return `${why} ${texts.waiting(taps)}`;
    }
    return taps > 0 ? texts.notSent(taps) : "";
  };
  return (
    <div role="status" class="network" data-tone={problem ? "warn" : "busy"}>
      {words()}
    </div>
  );
}
