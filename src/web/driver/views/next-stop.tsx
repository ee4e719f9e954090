/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import { type Card, distinct, type Meeting, type Stops } from "../card.ts";
import type { SeenStop } from "../day.ts";
import { addressLine, navigationLink } from "../navigation.ts";
import { report } from "../taps.ts";
import { useTexts } from "../texts.ts";
import { DeliverySheet, isHandover } from "./delivery-sheet.tsx";
import { FailureSheet } from "./failure-sheet.tsx";
import { LaterSheet } from "./later-sheet.tsx";
import { isChanged } from "./lists.tsx";
import { MeetingFacts, whoOf } from "./meeting.tsx";
import { MeetingActions, type Step } from "./meeting-actions.tsx";
import { PickupSheet } from "./pickup-sheet.tsx";
import { RefusalNotice } from "./refusal.tsx";
import { StopMap } from "./stop-map.tsx";
import { useKeeping } from "./use-state.ts";

interface Props {
  /** Of the stop that keeps the card in its place. */
  id: string;
  card: Card;
  all: readonly SeenStop[];
  isNext: boolean;
  isOffline: boolean;
  /** The driver goes on with this stop: it stays at the top. */
  onStay(stopId: string): void;
  /** The driver goes here before all others. */
  onNext(card: Card): void;
  onSaid(words: string): void;
}

type Open = { sheet: "delivery" | "failure" | "later" | "pickup"; stops: Stops } | undefined;

/** More than three lines of a narrow phone in the biggest type. */
const longCharacters = 40;

/** One place in big type, with the people there and all that can be done. */
export function NextStop({ id, card, all, isNext, isOffline, onStay, onNext, onSaid }: Props) {
  const texts = useTexts();
  const { keep } = useKeeping();
  const [open, setOpen] = useState<Open>();
  const { stops, meetings } = card;
  const [stop] = stops;
  const [meeting] = meetings;
  const isShared = meetings.length > 1;
  const name = isShared ? (stop.address.line1 ?? stop.address.city) : whoOf(meeting);
  const waiting = stops.filter(({ isThere, isBlocked }) => !isThere && !isBlocked);
  const begin = (next: Open) => {
    onStay(id);
    setOpen(next);
  };
  const close = () => setOpen(undefined);
  const finish = (words: string, done: Stops) => {
    close();
    onSaid(words);
    const [left] = stops.filter((stop) => !done.includes(stop));
    if (left) onStay(left.id);
  };

  /** The other stops come first. */
  const postpone = (words: string, later: Stops) => {
    close();
    onSaid(words);
    const next = all.find((other) => !later.some(({ id }) => id === other.id));
    if (next) onStay(next.id);
  };

  /** Driving off to the next stop is what navigating there means. */
  function setOff() {
    const steps = waiting.flatMap(({ kind, assignment_id, substatus: before }) => {
      const substatus = kind === "pickup" ? "en_route_to_pickup" : "en_route_to_delivery";
      return before === substatus
        ? []
        : [{ content: { type: "progress", assignment_id, substatus } } as const];
    });
    if (steps.length > 0) void report(steps);
  }
  function arrive() {
    const steps = waiting.map(({ kind, assignment_id }) => {
      const substatus = kind === "pickup" ? "at_pickup" : "at_delivery";
      return { content: { type: "progress", assignment_id, substatus } } as const;
    });
    keep(
      () => report(steps),
      () => onSaid(texts.arrivedSaid),
    );
  }
  function take(step: Step, stops: Stops) {
    if (step !== "hand_back") return begin({ sheet: step, stops });
    const taps = stops.map((stop) => ({
      content: { type: "returned", assignment_id: stop.assignment_id } as const,
      ends: { stop, outcome: "returned" } as const,
    }));
    keep(
      () => report(taps),
      () => finish(texts.returned, stops),
    );
  }
  const sheet = open && { stops: open.stops, onClose: close, onDone: finish };

  return (
    <section class="card next" aria-labelledby="stop-title">
      {stops.flatMap((stop) =>
        stop.refusals.map((refusal) => (
          <RefusalNotice
            key={refusal.entry.seq}
            refusal={refusal}
            onRetry={isHandover(refusal) ? () => begin({ sheet: "delivery", stops: [stop] }) : undefined}
          />
        )),
      )}
      <p class="kind" data-kind={stop.kind}>
        {distinct(stops.map(({ kind }) => texts[kind])).join(", ")}
        {isNext && <span> · {texts.nextStop}</span>}
      </p>
      {stops.some(isChanged) && <p class="pending">{texts.notices.change}</p>}
      <h1 id="stop-title" tabIndex={-1} dir="auto" data-long={name.length > longCharacters || undefined}>
        {name}
      </h1>
      {addressesOf(card).map((address) => (
        <p key={address} class="address" dir="auto">
          {address}
        </p>
      ))}
      {isShared ? (
        meetings.map((each) => <SharedMeeting key={each.id} meeting={each} onTake={take} />)
      ) : (
        <MeetingFacts stops={meeting.stops} />
      )}
      <StopMap stop={stop} all={all} />
      {!isShared && <MeetingActions meeting={meeting} part="other" onTake={take} />}
      {stop.isBlocked && <p class="hint">{texts.pickUpFirst}</p>}
      {!isNext && !stop.isBlocked && (
        <button type="button" class="wide" onClick={() => onNext(card)}>
          {texts.makeNext}
        </button>
      )}
      <div class="actions">
        <a class="button" href={navigationLink(stop, navigator.userAgent)} onClick={setOff}>
          {texts.navigate}
        </a>
        {waiting.length > 0 && (
          <button type="button" class="primary" onClick={arrive}>
            {texts.arrived}
          </button>
        )}
        {!isShared && <MeetingActions meeting={meeting} part="main" onTake={take} />}
      </div>
      {sheet && open?.sheet === "pickup" && <PickupSheet {...sheet} />}
      {sheet && open?.sheet === "delivery" && <DeliverySheet {...sheet} isOffline={isOffline} />}
      {sheet && open?.sheet === "failure" && <FailureSheet {...sheet} />}
      {sheet && open?.sheet === "later" && <LaterSheet {...sheet} onDone={postpone} />}
    </section>
  );
}

/** One of several people at a place. */
function SharedMeeting({ meeting, onTake }: { meeting: Meeting; onTake(step: Step, stops: Stops): void }) {
  const texts = useTexts();
  const { id, kind, stops } = meeting;
  const titleId = `meeting-${id}`;
  return (
    <section class="meeting" aria-labelledby={titleId}>
      <h2 id={titleId} dir="auto">
        {texts[kind]}: {whoOf(meeting)}
      </h2>
      {distinct(stops.map(({ address }) => address.line2)).map((line2) => (
        <p key={line2} class="address" dir="auto">
          {line2}
        </p>
      ))}
      <MeetingFacts stops={stops} />
      <MeetingActions meeting={meeting} part="main" isNamed onTake={onTake} />
      <MeetingActions meeting={meeting} part="other" isNamed onTake={onTake} />
    </section>
  );
}

/** Of several people each has a floor or a door of their own. */
function addressesOf({ stops, meetings }: Card): string[] {
  const [{ address }] = stops;
  if (meetings.length > 1) return [addressLine({ ...address, line1: null, line2: null })];
  return distinct(stops.map((stop) => addressLine(stop.address)));
}
