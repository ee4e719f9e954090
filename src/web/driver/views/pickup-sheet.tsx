/** @jsxImportSource preact */
import { useCallback, useRef, useState } from "preact/hooks";
import { parcelsOf, type Stops } from "../card.ts";
import type { SeenStop } from "../day.ts";
import { checkLabel, type Verdict } from "../label.ts";
import { report } from "../taps.ts";
import type { Texts } from "../texts/en.ts";
import { useTexts } from "../texts.ts";
import { canScan, LabelScanner } from "./label-scanner.tsx";
import { PhotoField } from "./photo-field.tsx";
import { FullNotice, Sheet } from "./sheet.tsx";
import { useDraft } from "./use-draft.ts";
import { useKeeping } from "./use-state.ts";

/** Photos that the server takes with a pickup. */
const photosMax = 4;

interface Props {
  /** Of one sender at one place. */
  stops: Stops;
  onClose(): void;
  onDone(words: string, stops: Stops): void;
}

/** Picking up: each label is scanned or typed, so that the right parcels leave. */
export function PickupSheet({ stops, onClose, onDone }: Props) {
  const texts = useTexts();
  const { isFull, keep } = useKeeping();
  const [isScanning, setScanning] = useState(false);
  const ids = stops.map(({ id }) => id);
  const { fields, pictures, enter, show } = useDraft("pickup", ids, () => ({
    fields: { text: "", hasNoLabel: false, checked: [] as readonly string[] },
    pictures: [],
  }));
  const { text, hasNoLabel, checked } = fields;
  const { stop: read, verdict } = checkAll(stops, text);
  const isComplete = stops.every(({ id }) => checked.includes(id));

  function type(typed: string) {
    const { stop, verdict } = checkAll(stops, typed);
    const isNew = verdict.is === "right" && !checked.includes(stop.id);
    // Of one parcel the last word counts; of several each is checked once.
    const before = stops.length === 1 && verdict.is !== "right" ? [] : checked;
    enter({ text: typed, checked: isNew ? [...before, stop.id] : before });
  }
  const scanned = useRef(type);
  scanned.current = type;
  const take = useCallback((found: string) => {
    setScanning(false);
    scanned.current(found);
  }, []);
  function pickUp(event: SubmitEvent) {
    event.preventDefault();
    const taps = stops.map((stop) => ({
      content: { type: "progress", assignment_id: stop.assignment_id, substatus: "picked_up" } as const,
      pictures,
      ends: { stop, outcome: "picked_up" } as const,
    }));
    keep(
      () => report(taps),
      () => onDone(texts.pickedUp, stops),
    );
  }

  return (
    <Sheet title={texts.checkParcel} onClose={onClose}>
      <form onSubmit={pickUp}>
        {stops.map(({ id, tracking_number }) => (
          <p key={id} class="number" dir="ltr">
            {stops.length > 1 && checked.includes(id) && "✓ "}
            {tracking_number}
          </p>
        ))}
        {isScanning && <LabelScanner onRead={take} />}
        {canScan() && !isScanning && (
          <button type="button" onClick={() => setScanning(true)}>
            {texts.scan}
          </button>
        )}
        <label>
          {texts.orType}
          <input
            value={text}
            autocomplete="off"
            autocapitalize="characters"
            aria-describedby="parcel-verdict"
            onInput={({ currentTarget }) => type(currentTarget.value)}
          />
        </label>
        <p id="parcel-verdict" role="status" class={verdict.is === "right" ? "good" : "alert"}>
          {text.length >= 4 && wordsOf(verdict, read.parcel_count, texts)}
          {text.length >= 4 && stops.length > 1 && ` ${checked.length}/${stops.length}`}
        </p>
        <label class="check">
          <input
            type="checkbox"
            checked={hasNoLabel}
            onChange={({ currentTarget }) => enter({ hasNoLabel: currentTarget.checked })}
          />
          {texts.noLabel}
        </label>
        <PhotoField photos={pictures} max={photosMax} onChange={(taken) => show("photo", taken)} />
        {isFull && <FullNotice />}
        <button type="submit" class="primary" disabled={!isComplete && !hasNoLabel}>
          {stops.length > 1 ? `${texts.pickedUp}: ${texts.parcels(parcelsOf(stops))}` : texts.pickedUp}
        </button>
      </form>
    </Sheet>
  );
}

/** What a text says about the stop that it names, else about the first one. */
function checkAll(stops: Stops, text: string): { stop: SeenStop; verdict: Verdict } {
  const all = stops.map((stop) => ({
    stop,
    verdict: checkLabel(text, stop.tracking_number ?? "", stop.parcel_count),
  }));
  return all.find(({ verdict }) => verdict.is !== "other") ?? { stop: stops[0], verdict: { is: "other" } };
}

function wordsOf(verdict: Verdict, pieces: number, texts: Texts): string {
  if (verdict.is === "other") return texts.wrongParcel;
  const { is, piece } = verdict;
  if (is === "missing") return texts.noSuchPiece(piece ?? 0, texts.parcels(pieces));
  return piece === null || pieces === 1 ? texts.matches : `${texts.matches} ${piece}/${pieces}`;
}
