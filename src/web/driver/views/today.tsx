/** @jsxImportSource preact */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { cardsOf } from "../card.ts";
import { seeDay } from "../day.ts";
import { choose, isOffline, isOnDuty, type State } from "../model.ts";
import { countTaps } from "../queue.ts";
import { switchDuty } from "../taps.ts";
import { useTexts } from "../texts.ts";
import { DoneList, StopList } from "./lists.tsx";
import { NextStop } from "./next-stop.tsx";
import { Notices } from "./notices.tsx";
import { Offers } from "./offers.tsx";
import { PhoneNotices } from "./phone-notices.tsx";
import { RefusalNotice } from "./refusal.tsx";
import { SuggestedOrder } from "./suggested-order.tsx";
import { ThisPhone } from "./this-phone.tsx";
import { usePhoneCheck, useReview } from "./use-phone-check.ts";

/** The driver's day: what is new, what is next, what comes then, what is done. */
export function Today({ state }: { state: State }) {
  const texts = useTexts();
  const { me, stops = [], entries, done = [], refusals = [], notices } = state.day;
  const day = seeDay(stops, entries, done, refusals, notices);
  const cards = cardsOf(day.stops);
  // Of this tab: another one may show another stop.
  const [chosenId, setChosenId] = useState(state.day.chosen);
  const [said, say] = useState("");
  const onDuty = isOnDuty(state.day);
  const check = usePhoneCheck();
  useReview(me?.push?.public_key);
  const chosen = cards.find(({ stops }) => stops.some(({ id }) => id === chosenId)) ?? cards[0];
  // A new order of the parcels at a place leaves its card as it is.
  const shownId = chosen?.stops.find(({ id }) => id === chosenId)?.id ?? chosen?.id ?? "";
  const bringUp = (stopId: string) => {
    setChosenId(stopId);
    choose(stopId);
  };

  const formerId = useRef(shownId);
  // What had the focus went with the former stop: a screen reader goes on at the new one.
  useLayoutEffect(() => {
    if (formerId.current === shownId) return;
    formerId.current = shownId;
    window.scrollTo(0, 0);
    if (document.activeElement === document.body) document.querySelector("h1")?.focus();
  }, [shownId]);

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
        {check.view && <check.view publicKey={me?.push?.public_key ?? null} onClose={check.close} />}
        <PhoneNotices state={state} />
        {day.refusals.map((refusal) => (
          <RefusalNotice key={refusal.entry.seq} refusal={refusal} />
        ))}
        <Notices notices={day.notices} stops={day.stops} onChoose={bringUp} />
        <Offers offers={day.offers} />
        {chosen ? (
          <NextStop
            key={shownId}
            id={shownId}
            card={chosen}
            all={day.stops}
            isNext={chosen === cards[0]}
            isOffline={isOffline(state)}
            // A new order of the stops takes nothing away that the driver is entering.
            onStay={bringUp}
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
        <StopList cards={cards.filter((card) => card !== chosen)} onChoose={bringUp} />
        <DoneList done={day.done} />
        <ThisPhone taps={countTaps(entries)} onCheck={check.open} />
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
