/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import type { SeenStop } from "../day.ts";
import type { Refusal } from "../kept.ts";
import type { Proof } from "../queue.ts";
import { type NewPicture, newPicture, placeNow, report } from "../taps.ts";
import { useTexts } from "../texts.ts";
import { Choice } from "./choice.tsx";
import { PhotoField } from "./photo-field.tsx";
import { FullNotice, Sheet } from "./sheet.tsx";
import { SignaturePad } from "./signature-pad.tsx";
import { useKeeping } from "./use-state.ts";

const handovers = ["recipient", "neighbour", "reception", "safe_place", "locker"] as const;
const photosMax = 5;

interface Props {
  stop: SeenStop;
  /** What the server refused, to be sent again with what was wrong put right. */
  instead: Refusal | undefined;
  isOffline: boolean;
  onClose(): void;
  onDone(words: string): void;
}

/** Handing over: to whom, and each proof that the sender asked for. */
export function DeliverySheet({ stop, instead, isOffline, onClose, onDone }: Props) {
  const texts = useTexts();
  const { isFull, keep } = useKeeping();
  const earlier = earlierOf(instead);
  const needs = stop.requirements;
  const [handedTo, setHandedTo] = useState<string>(earlier?.proof.handed_to ?? "recipient");
  const [name, setName] = useState(earlier?.proof.recipient_name ?? stop.contact?.name ?? "");
  const [signature, setSignature] = useState<NewPicture | undefined>(
    earlier?.pictures.find(({ picture }) => picture.use === "signature"),
  );
  const [photos, setPhotos] = useState<readonly NewPicture[]>(
    earlier?.pictures.filter(({ picture }) => picture.use === "photo") ?? [],
  );
  const [pin, setPin] = useState("");
  const [isAgeChecked, setAgeChecked] = useState(earlier?.proof.age_verified ?? false);
  const [note, setNote] = useState(earlier?.proof.note ?? "");
  const missing = [
    needs?.signature && !signature && texts.signature,
    needs?.photo && photos.length === 0 && texts.photo,
    needs?.pin && pin.trim() === "" && texts.pin,
    needs?.min_age != null && !isAgeChecked && texts.age(needs.min_age),
  ].filter(Boolean);

  function deliver(event: SubmitEvent) {
    event.preventDefault();
    const proof: Proof = {
      pin: needs?.pin ? pin.trim() : null,
      recipient_name: name.trim() || null,
      handed_to: handedTo,
      age_verified: isAgeChecked,
      note: note.trim() || null,
      location: placeNow(),
    };
    const tap = {
      content: { type: "delivered", assignment_id: stop.assignment_id, proof },
      pictures: [...(signature ? [signature] : []), ...photos],
      ends: { stop, outcome: "delivered" },
      instead,
    } as const;
    keep(
      () => report(tap),
      () => onDone(texts.delivered),
    );
  }

  return (
    <Sheet title={texts.handOver} onClose={onClose}>
      <form onSubmit={deliver}>
        <Choice legend={texts.handedTo} options={handovers} value={handedTo} onChange={setHandedTo} />
        <label>
          {texts.nameOf}
          <input value={name} maxLength={100} onInput={({ currentTarget }) => setName(currentTarget.value)} />
        </label>
        {needs?.pin && (
          <PinField pin={pin} triesLeft={stop.pin_tries_left} isOffline={isOffline} onChange={setPin} />
        )}
        {needs?.min_age != null && (
          <label class="check">
            <input
              type="checkbox"
              checked={isAgeChecked}
              onChange={({ currentTarget }) => setAgeChecked(currentTarget.checked)}
            />
            {texts.ageChecked(needs.min_age)}
          </label>
        )}
        {needs?.signature && (
          <fieldset>
            <legend>{texts.sign}</legend>
            <SignatureOrKept signature={signature} onChange={setSignature} />
          </fieldset>
        )}
        <PhotoField photos={photos} max={photosMax} onChange={setPhotos} />
        <label>
          {texts.note}
          <input value={note} maxLength={500} onInput={({ currentTarget }) => setNote(currentTarget.value)} />
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
  pin: string;
  triesLeft: number | null;
  isOffline: boolean;
  onChange(pin: string): void;
}

function PinField({ pin, triesLeft, isOffline, onChange }: PinProps) {
  const texts = useTexts();
  return (
    <div>
      <label>
        {texts.pin}
        <input
          class="pin"
          value={pin}
          inputMode="numeric"
          autocomplete="off"
          maxLength={20}
          aria-describedby="pin-hint"
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </label>
      <p id="pin-hint" class="quiet">
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

/** What a refused delivery held; its pictures are on the disk. */
function earlierOf(refusal: Refusal | undefined): { proof: Proof; pictures: NewPicture[] } | undefined {
  const { entry } = refusal ?? {};
  if (entry?.kind !== "report" || entry.report.type !== "delivered") return undefined;
  const pictures = entry.pictures.map((picture) => ({ picture, bytes: null }));
  return { proof: entry.report.proof, pictures };
}
