/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import type { SeenStop } from "../day.ts";
import { answer, type NewPicture, report } from "../taps.ts";
import { useTexts } from "../texts.ts";
import { Choice } from "./choice.tsx";
import { PhotoField } from "./photo-field.tsx";
import { FullNotice, Sheet } from "./sheet.tsx";
import { useKeeping } from "./use-state.ts";

const deliveryReasons = [
  "recipient_unavailable",
  "recipient_refused",
  "address_not_found",
  "access_restricted",
  "verification_failed",
  "age_check_failed",
  "damaged",
  "lost",
  "vehicle_breakdown",
  "weather",
  "other",
] as const;
const pickupReasons = [
  "pickup_closed",
  "pickup_not_ready",
  "parcel_mismatch",
  "address_not_found",
  "vehicle_breakdown",
  "weather",
  "other",
] as const;

/** The server takes so many with a failed delivery. */
const photosMax = 4;

interface Props {
  stop: SeenStop;
  onClose(): void;
  onDone(words: string): void;
}

/** Why it did not work. Before the pickup the job goes to another driver; after it the sender's wish decides. */
export function FailureSheet({ stop, onClose, onDone }: Props) {
  const texts = useTexts();
  const { isFull, keep } = useKeeping();
  const isPickup = stop.kind === "pickup";
  const [reason, setReason] = useState("");
  const [photos, setPhotos] = useState<readonly NewPicture[]>([]);
  const [note, setNote] = useState("");
  const isGone = reason === "damaged" || reason === "lost";
  const needsPhoto = stop.if_undeliverable === "leave_at_door" && !isGone && !isPickup && photos.length === 0;
  const title = isPickup ? texts.cannotPickUp : texts.cannotDeliver;

  function send(event: SubmitEvent) {
    event.preventDefault();
    keep(tell, () => onDone(title));
  }
  function tell(): Promise<boolean> {
    const { assignment_id } = stop;
    if (isPickup) return answer(assignment_id, false, reason);
    const message = note.trim() || null;
    return report({
      content: { type: "undeliverable", assignment_id, reason_code: reason, message },
      pictures: photos,
      ends: { stop, outcome: "undeliverable" },
    });
  }

  return (
    <Sheet title={title} onClose={onClose}>
      <form onSubmit={send}>
        <Choice
          legend={texts.reason}
          options={isPickup ? pickupReasons : deliveryReasons}
          value={reason}
          onChange={setReason}
        />
        {!isPickup && (
          <>
            {stop.if_undeliverable === "leave_at_door" && <p>{texts.leftPhoto}</p>}
            <PhotoField photos={photos} max={photosMax} onChange={setPhotos} />
            <label>
              {texts.note}
              <input
                value={note}
                maxLength={500}
                onInput={({ currentTarget }) => setNote(currentTarget.value)}
              />
            </label>
          </>
        )}
        {isFull && <FullNotice />}
        <button type="submit" class="primary" disabled={reason === "" || needsPhoto}>
          {texts.send}
        </button>
      </form>
    </Sheet>
  );
}
