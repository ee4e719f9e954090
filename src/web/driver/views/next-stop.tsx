/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import type { SeenStop } from "../day.ts";
import type { Refusal } from "../kept.ts";
import { addressLine, callLink, messageLink, navigationLink } from "../navigation.ts";
import { report } from "../taps.ts";
import { useTexts } from "../texts.ts";
import { DeliverySheet } from "./delivery-sheet.tsx";
import { FailureSheet } from "./failure-sheet.tsx";
import { nameOf } from "./lists.tsx";
import { PickupSheet } from "./pickup-sheet.tsx";
import { RefusalNotice } from "./refusal.tsx";
import { StopMap } from "./stop-map.tsx";
import { dueText } from "./times.ts";
import { useKeeping } from "./use-state.ts";

interface Props {
  stop: SeenStop;
  all: readonly SeenStop[];
  isNext: boolean;
  isOffline: boolean;
  /** The driver begins to enter something here. */
  onBegin(): void;
  onSaid(words: string): void;
}

type Open = { sheet: "done" | "failure"; instead?: Refusal } | undefined;

/** More than three lines of a narrow phone in the biggest type. */
const longCharacters = 40;

/** One stop in big type, with all that can be done there. */
export function NextStop({ stop, all, isNext, isOffline, onBegin, onSaid }: Props) {
  const texts = useTexts();
  const { keep } = useKeeping();
  const [open, setOpen] = useState<Open>();
  const { kind, assignment_id } = stop;
  const name = nameOf(stop) ?? stop.address.city;
  const begin = (sheet: Open) => {
    onBegin();
    setOpen(sheet);
  };
  const close = () => setOpen(undefined);
  const finish = (words: string) => {
    close();
    onSaid(words);
  };

  /** Driving off to the next stop is what navigating there means. */
  function setOff() {
    const substatus = kind === "pickup" ? "en_route_to_pickup" : "en_route_to_delivery";
    if (kind === "return" || stop.isThere || stop.isBlocked || stop.substatus === substatus) return;
    void report({ content: { type: "progress", assignment_id, substatus } });
  }
  function arrive() {
    const substatus = kind === "pickup" ? "at_pickup" : "at_delivery";
    keep(
      () => report({ content: { type: "progress", assignment_id, substatus } }),
      () => onSaid(texts.arrivedSaid),
    );
  }
  function handBack() {
    const ends = { stop, outcome: "returned" } as const;
    keep(
      () => report({ content: { type: "returned", assignment_id }, ends }),
      () => onSaid(texts.returned),
    );
  }

  return (
    <section class="card next" aria-labelledby="stop-title">
      {stop.refusals.map((refusal) => (
        <RefusalNotice
          key={refusal.entry.seq}
          refusal={refusal}
          onRetry={isDelivered(refusal) ? () => begin({ sheet: "done", instead: refusal }) : undefined}
        />
      ))}
      <p class="kind" data-kind={kind}>
        {texts[kind]}
        {isNext && <span> · {texts.nextStop}</span>}
      </p>
      <h1 id="stop-title" tabIndex={-1} dir="auto" data-long={name.length > longCharacters || undefined}>
        {name}
      </h1>
      <p class="address" dir="auto">
        {addressLine(stop.address)}
      </p>
      <StopFacts stop={stop} />
      <Contacts stop={stop} />
      <StopMap stop={stop} all={all} />
      {kind !== "return" && !stop.isBlocked && (
        <button type="button" class="wide" onClick={() => begin({ sheet: "failure" })}>
          {kind === "pickup" ? texts.cannotPickUp : texts.cannotDeliver}
        </button>
      )}
      {stop.isBlocked && <p class="hint">{texts.pickUpFirst}</p>}
      <div class="actions">
        <a class="button" href={navigationLink(stop, navigator.userAgent)} onClick={setOff}>
          {texts.navigate}
        </a>
        {!stop.isBlocked && !stop.isThere && (
          <button type="button" class="primary" onClick={arrive}>
            {texts.arrived}
          </button>
        )}
        {!stop.isBlocked && stop.isThere && (
          <button
            type="button"
            class="primary"
            onClick={kind === "return" ? handBack : () => begin({ sheet: "done" })}
          >
            {kind === "pickup" ? texts.pickUp : kind === "return" ? texts.handBack : texts.handOver}
          </button>
        )}
      </div>
      {open?.sheet === "done" && kind === "pickup" && (
        <PickupSheet stop={stop} onClose={close} onDone={finish} />
      )}
      {open?.sheet === "done" && kind === "delivery" && (
        <DeliverySheet
          stop={stop}
          instead={open.instead}
          isOffline={isOffline}
          onClose={close}
          onDone={finish}
        />
      )}
      {open?.sheet === "failure" && <FailureSheet stop={stop} onClose={close} onDone={finish} />}
    </section>
  );
}

function isDelivered({ entry }: Refusal): boolean {
  return entry.kind === "report" && entry.report.type === "delivered";
}

function StopFacts({ stop }: { stop: SeenStop }) {
  const texts = useTexts();
  const { requirements: needs, instructions, reference, tracking_number: number } = stop;
  const asked = stop.recipient_instructions;
  const proofs = [
    needs?.signature && texts.signature,
    needs?.photo && texts.photo,
    needs?.pin && texts.pin,
    needs?.min_age != null && texts.age(needs.min_age),
  ].filter(Boolean);
  return (
    <>
      <p class="due">
        {[dueText(stop, texts), texts.parcels(stop.parcel_count)].filter(Boolean).join(" · ")}
      </p>
      {proofs.length > 0 && (
        <p class="needs">
          {texts.needs}: <strong>{proofs.join(", ")}</strong>
        </p>
      )}
      {instructions && (
        <p class="instructions">
          <strong>{texts.instructions}:</strong> <bdi>{instructions}</bdi>
        </p>
      )}
      {asked && (
        <p class="instructions">
          <strong>{texts.recipientAsks}:</strong> {asked.leave && texts.leave[asked.leave.where]}
          {asked.leave?.note && (
            <>
              {" ("}
              <bdi>{asked.leave.note}</bdi>)
            </>
          )}
          {asked.leave && asked.text && ". "}
          <bdi>{asked.text}</bdi>
        </p>
      )}
      <p class="quiet" dir="auto">
        {[number, reference].filter(Boolean).join(" · ")}
      </p>
    </>
  );
}

/** Whom the driver may call: never the recipient's own number, which the server does not tell. */
function Contacts({ stop }: { stop: SeenStop }) {
  const texts = useTexts();
  const { contact, sender_contact: sender } = stop;
  const people = [contact, sender && { ...sender, company: null }];
  return people.flatMap((person) => {
    if (!person?.phone) return [];
    const who = [person.company, person.name].filter(Boolean).join(", ");
    return [
      <div key={person.phone} class="contact">
        <p dir="auto">{who}</p>
        <a class="button" href={callLink(person.phone)} aria-label={texts.call(who)}>
          {texts.callShort}
        </a>
        <a class="button" href={messageLink(person.phone)} aria-label={texts.message(who)}>
          {texts.messageShort}
        </a>
      </div>,
    ];
  });
}
