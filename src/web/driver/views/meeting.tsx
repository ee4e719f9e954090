/** @jsxImportSource preact */
import { distinct, type Meeting, parcelsOf, type Stops } from "../card.ts";
import type { SeenStop } from "../day.ts";
import { callLink, messageLink } from "../navigation.ts";
import type { Texts } from "../texts/en.ts";
import { useTexts } from "../texts.ts";
import { dueText } from "./lists.tsx";

/** What there is to know of one person's parcels, and whom to call. */
export function MeetingFacts({ stops }: { stops: Stops }) {
  const texts = useTexts();
  const proofs = needsOf(stops, texts);
  const due = distinct([...stops.map((stop) => dueText(stop, texts)), texts.parcels(parcelsOf(stops))]);
  return (
    <>
      <p class="due">{due.join(" · ")}</p>
      {proofs.length > 0 && (
        <p class="needs">
          {texts.needs}: <strong>{proofs.join(", ")}</strong>
        </p>
      )}
      {distinct(stops.map(({ instructions }) => instructions)).map((instructions) => (
        <p key={instructions} class="instructions">
          <strong>{texts.instructions}:</strong> <bdi>{instructions}</bdi>
        </p>
      ))}
      {stops.map((stop) => (
        <Asked key={stop.id} stop={stop} />
      ))}
      {stops.map((stop) => (
        <p key={stop.id} class="quiet" dir="auto">
          {namesOf(stop)}
        </p>
      ))}
      <Contacts stops={stops} />
    </>
  );
}

/** What all of a person's parcels need together. */
function needsOf(stops: Stops, texts: Texts): string[] {
  const needs = stops.map(({ kind, requirements }) => (kind === "return" ? null : requirements));
  return distinct([
    needs.some((each) => each?.signature) && texts.signature,
    needs.some((each) => each?.photo) && texts.photo,
    needs.some((each) => each?.pin) && texts.pin,
    ...needs.map((each) => each?.min_age != null && texts.age(each.min_age)),
  ]);
}

/** How labels and senders call the parcels of a stop. */
export function namesOf({ tracking_number: number, reference }: SeenStop): string {
  return [number, reference].filter(Boolean).join(" · ");
}

function Asked({ stop: { recipient_instructions: asked } }: { stop: SeenStop }) {
  const texts = useTexts();
  if (!asked) return null;
  return (
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
  );
}

/** Whom the driver may call: the server tells the recipient's number only while the goods are on board. */
function Contacts({ stops }: { stops: Stops }) {
  const texts = useTexts();
  const people = stops.flatMap(({ contact, sender_contact: sender }) => [
    contact,
    sender && { ...sender, company: null },
  ]);
  const byPhone = new Map(
    people.flatMap((person) => (person?.phone ? [[person.phone, person] as const] : [])),
  );
  return [...byPhone].map(([phone, person]) => {
    const who = [person.company, person.name].filter(Boolean).join(", ");
    return (
      <div key={phone} class="contact">
        <p dir="auto">{who}</p>
        <a class="button" href={callLink(phone)} aria-label={texts.call(who)}>
          {texts.callShort}
        </a>
        <a class="button" href={messageLink(phone)} aria-label={texts.message(who)}>
          {texts.messageShort}
        </a>
      </div>
    );
  });
}

/** The company or the name of whom the driver meets. */
export function whoOf({ stops: [{ contact, address }] }: Meeting): string {
  return contact?.company ?? contact?.name ?? address.city;
}
