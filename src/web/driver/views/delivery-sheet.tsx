/** @jsxImportSource preact */
import { useId } from "preact/hooks";
import { parcelsOf, type Stops } from "../card.ts";
import type { SeenStop } from "../day.ts";
import type { Refusal } from "../kept.ts";
import type { Proof } from "../queue.ts";
import { type NewPicture, newPicture, placeNow, report } from "../taps.ts";
import { useTexts } from "../texts.ts";
import { Choice } from "./choice.tsx";
import { PhotoField } from "./photo-field.tsx";
import { FullNotice, Sheet } from "./sheet.tsx";
import { SignaturePad } from "./signature-pad.tsx";
import { type Form, useDraft } from "./use-draft.ts";
import { useKeeping } from "./use-state.ts";

const handovers = ["recipient", "neighbour", "reception", "safe_place", "locker"] as const;
const photosMax = 5;

interface Props {
  /** Of one recipient at one place. */
  stops: Stops;
  isOffline: boolean;
  onClose(): void;
  onDone(words: string, stops: Stops): void;
}

interface Fields {
  handedTo: string;
  name: string;
  /** By the id of the stop: each parcel has its own. */
  pins: Readonly<Record<string, string>>;
  isAgeChecked: boolean;
  note: string;
}

/** Handing over: to whom, and each proof that the senders asked for. One of each kind is enough for all parcels. */
export function DeliverySheet({ stops, isOffline, onClose, onDone }: Props) {
  const texts = useTexts();
  const { isFull, keep } = useKeeping();
  const ids = stops.map(({ id }) => id);
  const { fields, pictures, enter, show } = useDraft("delivery", ids, () => formOf(stops));
  const needs = stops.flatMap(({ requirements }) => requirements ?? []);
  const minAge = Math.max(0, ...needs.map(({ min_age }) => min_age ?? 0));
  const signature = pictures.find(({ picture }) => picture.use === "signature");
  const photos = pictures.filter(({ picture }) => picture.use === "photo");
  const pinOf = ({ id }: SeenStop) => (fields.pins[id] ?? "").trim();
  const withPin = stops.filter(({ requirements }) => requirements?.pin);
  const missing = [
    needs.some((each) => each.signature) && !signature && texts.signature,
    needs.some((each) => each.photo) && photos.length === 0 && texts.photo,
    withPin.some((stop) => pinOf(stop) === "") && texts.pin,
    minAge > 0 && !fields.isAgeChecked && texts.age(minAge),
  ].filter(Boolean);

  function proofOf(stop: SeenStop): Proof {
    return {
      pin: stop.requirements?.pin ? pinOf(stop) : null,
      recipient_name: fields.name.trim() || null,
      handed_to: fields.handedTo,
      age_verified: fields.isAgeChecked,
      note: fields.note.trim() || null,
      location: placeNow(),
    };
  }
  function deliver(event: SubmitEvent) {
    event.preventDefault();
    const taps = stops.map((stop) => ({
      content: { type: "delivered", assignment_id: stop.assignment_id, proof: proofOf(stop) } as const,
      pictures,
      ends: { stop, outcome: "delivered" } as const,
    }));
    // What was wrong has been put right.
    const instead = stops.flatMap(({ refusals }) => refusals.filter(isHandover));
    keep(
      () => report(taps, instead),
      () => onDone(texts.delivered, stops),
    );
  }

  return (
    <Sheet title={stops[0].kind === "return" ? texts.giveToRecipient : texts.handOver} onClose={onClose}>
      <form onSubmit={deliver}>
        {stops.length > 1 && <p class="needs">{texts.parcels(parcelsOf(stops))}</p>}
        <Choice
          legend={texts.handedTo}
          options={handovers}
          value={fields.handedTo}
          onChange={(handedTo) => enter({ handedTo })}
        />
        <label>
          {texts.nameOf}
          <input
            value={fields.name}
            maxLength={100}
            onInput={({ currentTarget }) => enter({ name: currentTarget.value })}
          />
        </label>
        {withPin.map((stop) => (
          <PinField
            key={stop.id}
            number={withPin.length > 1 ? stop.tracking_number : null}
            pin={fields.pins[stop.id] ?? ""}
            triesLeft={stop.pin_tries_left}
            isOffline={isOffline}
            onChange={(pin) => enter({ pins: { ...fields.pins, [stop.id]: pin } })}
          />
        ))}
        {minAge > 0 && (
          <label class="check">
            <input
              type="checkbox"
              checked={fields.isAgeChecked}
              onChange={({ currentTarget }) => enter({ isAgeChecked: currentTarget.checked })}
            />
            {texts.ageChecked(minAge)}
          </label>
        )}
        {needs.some((each) => each.signature) && (
          <fieldset>
            <legend>{texts.sign}</legend>
            <SignatureOrKept
              signature={signature}
              onChange={(signed) => show("signature", signed ? [signed] : [])}
            />
          </fieldset>
        )}
        <PhotoField photos={photos} max={photosMax} onChange={(taken) => show("photo", taken)} />
        <label>
          {texts.note}
          <input
            value={fields.note}
            maxLength={500}
            onInput={({ currentTarget }) => enter({ note: currentTarget.value })}
          />
        </label>
        <p role="status" class="quiet">
          {missing.length > 0 && texts.missing(missing.join(", "))}
        </p>
        {isFull && <FullNotice />}
        <button type="submit" class="primary" disabled={missing.length > 0}>
          {texts.deliver}
        </button>
      </form>
    </Sheet>
  );
}

interface PinProps {
  /** Of the parcel, where several have a PIN. */
  number: string | null;
  pin: string;
  triesLeft: number | null;
  isOffline: boolean;
  onChange(pin: string): void;
}

function PinField({ number, pin, triesLeft, isOffline, onChange }: PinProps) {
  const texts = useTexts();
  const hintId = useId();
  return (
    <div>
      <label>
        <span>
          {texts.pin} <bdi>{number}</bdi>
        </span>
        <input
          class="pin"
          value={pin}
          inputMode="numeric"
          autocomplete="off"
          maxLength={20}
          aria-describedby={hintId}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </label>
      <p id={hintId} class="quiet">
        {isOffline ? texts.pinOffline : texts.pinHint} {triesLeft !== null && texts.triesLeft(triesLeft)}
      </p>
    </div>
  );
}

interface SignatureProps {
  signature: NewPicture | undefined;
  onChange(signature: NewPicture | undefined): void;
}

/** Nobody signs twice because a PIN was wrong. */
function SignatureOrKept({ signature, onChange }: SignatureProps) {
  const texts = useTexts();
  if (signature?.bytes === null) {
    return (
      <p>
        ✓ {texts.signature}{" "}
        <button type="button" onClick={() => onChange(undefined)}>
          {texts.clear}
        </button>
      </p>
    );
  }
  return <SignaturePad onChange={(bytes) => onChange(bytes && newPicture("signature", bytes))} />;
}

export function isHandover({ entry }: Refusal): boolean {
  return entry.kind === "report" && entry.report.type === "delivered";
}

/** What a refused handover held, whose pictures are on the disk; else what the stops tell. */
function formOf(stops: Stops): Form<Fields> {
  const [{ kind, contact }] = stops;
  const entry = stops.flatMap(({ refusals }) => refusals).find(isHandover)?.entry;
  const refused = entry?.kind === "report" ? entry : undefined;
  const earlier = refused?.report.type === "delivered" ? refused.report.proof : undefined;
  return {
    fields: {
      handedTo: earlier?.handed_to ?? "recipient",
      // What goes back has the sender's name.
      name: earlier?.recipient_name ?? (kind === "return" ? "" : (contact?.name ?? "")),
      pins: {},
      isAgeChecked: earlier?.age_verified ?? false,
      note: earlier?.note ?? "",
    },
    pictures: refused?.pictures.map((picture) => ({ picture, bytes: null })) ?? [],
  };
}
