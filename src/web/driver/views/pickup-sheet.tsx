/** @jsxImportSource preact */
import { useCallback, useState } from "preact/hooks";
import type { SeenStop } from "../day.ts";
import { judgeLabel, type Verdict } from "../label.ts";
import { report } from "../taps.ts";
import type { Texts } from "../texts/en.ts";
import { useTexts } from "../texts.ts";
import { canScan, LabelScanner } from "./label-scanner.tsx";
import { FullNotice, Sheet } from "./sheet.tsx";
import { useKeeping } from "./use-state.ts";

interface Props {
  stop: SeenStop;
  onClose(): void;
  onDone(words: string): void;
}

/** Picking up: the label is scanned or typed, so that the right parcel leaves. */
export function PickupSheet({ stop, onClose, onDone }: Props) {
  const texts = useTexts();
  const { isFull, keep } = useKeeping();
  const [text, setText] = useState("");
  const [isScanning, setScanning] = useState(false);
  const [hasNoLabel, setNoLabel] = useState(false);
  const number = stop.tracking_number ?? "";
  const verdict = judgeLabel(text, number, stop.parcel_count);
  const isRight = verdict.is === "right";

  function take(event: SubmitEvent) {
    event.preventDefault();
    const content = {
      type: "progress",
      assignment_id: stop.assignment_id,
      substatus: "picked_up",
    } as const;
    keep(
      () => report({ content, ends: { stop, outcome: "picked_up" } }),
      () => onDone(texts.pickedUp),
    );
  }
  const read = useCallback((scanned: string) => {
    setText(scanned);
    setScanning(false);
  }, []);

  return (
    <Sheet title={texts.checkParcel} onClose={onClose}>
      <form onSubmit={take}>
        <p class="number" dir="ltr">
          {number}
        </p>
        {isScanning && <LabelScanner onRead={read} />}
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
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <p id="parcel-verdict" role="status" class={isRight ? "good" : "alert"}>
          {text.length >= 4 && wordsOf(verdict, stop.parcel_count, texts)}
        </p>
        <label class="check">
          <input
            type="checkbox"
            checked={hasNoLabel}
            onChange={({ currentTarget }) => setNoLabel(currentTarget.checked)}
          />
          {texts.noLabel}
        </label>
        {isFull && <FullNotice />}
        <button type="submit" class="primary" disabled={!isRight && !hasNoLabel}>
          {texts.pickedUp}
        </button>
      </form>
    </Sheet>
  );
}

function wordsOf(verdict: Verdict, pieces: number, texts: Texts): string {
  if (verdict.is === "other") return texts.wrongParcel;
  const { is, piece } = verdict;
  if (is === "missing") return texts.noSuchPiece(piece ?? 0, texts.parcels(pieces));
  return piece === null || pieces === 1 ? texts.matches : `${texts.matches} ${piece}/${pieces}`;
}
