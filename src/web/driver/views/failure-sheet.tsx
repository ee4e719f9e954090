/** @jsxImportSource preact */
import type { Stops } from "../card.ts";
import { answer, report } from "../taps.ts";
import { useTexts } from "../texts.ts";
import { Choice } from "./choice.tsx";
import { namesOf } from "./meeting.tsx";
import { PhotoField } from "./photo-field.tsx";
import { FullNotice, Sheet } from "./sheet.tsx";
import { useDraft } from "./use-draft.ts";
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

/** Photos that the server takes with a failed delivery. */
const photosMax = 4;

interface Props {
  /** Of one person at one place. */
  stops: Stops;
  onClose(): void;
  onDone(words: string, stops: Stops): void;
}

/** Why it did not work. Before the pickup the job goes to another driver; after it the sender's wish decides. */
export function FailureSheet({ stops, onClose, onDone }: Props) {
  const texts = useTexts();
  const { isFull, keep } = useKeeping();
  const isPickup = stops[0].kind === "pickup";
  const ids = stops.map(({ id }) => id);
  const { fields, pictures, enter, show } = useDraft("failure", ids, () => ({
    fields: { reason: "", note: "", spared: [] as readonly string[] },
    pictures: [],
  }));
  const { reason, note, spared } = fields;
  const [first, ...others] = stops.filter(({ id }) => !spared.includes(id));
  const isGone = reason === "damaged" || reason === "lost";
  const staysAtDoor = first?.if_undeliverable === "leave_at_door";
  const needsPhoto = staysAtDoor && !isGone && !isPickup && pictures.length === 0;
  const title = isPickup ? texts.cannotPickUp : texts.cannotDeliver;

  function send(event: SubmitEvent) {
    event.preventDefault();
    if (first === undefined) return;
    const meant: Stops = [first, ...others];
    keep(
      () => tell(meant),
      () => onDone(title, meant),
    );
  }
  function tell(meant: Stops): Promise<boolean> {
    if (isPickup) {
      return answer(
        meant.map(({ assignment_id }) => assignment_id),
        false,
        reason,
      );
    }
    const message = note.trim() || null;
    return report(
      meant.map((stop) => {
        const { assignment_id } = stop;
        return {
          content: { type: "undeliverable", assignment_id, reason_code: reason, message },
          pictures,
          ends: { stop, outcome: "undeliverable" },
        };
      }),
    );
  }

  return (
    <Sheet title={title} onClose={onClose}>
      <form onSubmit={send}>
        {stops.length > 1 && (
          <fieldset>
            <legend>{texts.whichParcels}</legend>
            {stops.map((stop) => (
              <label key={stop.id} class="check">
                <input
                  type="checkbox"
                  checked={!spared.includes(stop.id)}
                  onChange={({ currentTarget: { checked } }) => {
                    const rest = spared.filter((id) => id !== stop.id);
                    enter({ spared: checked ? rest : [...rest, stop.id] });
                  }}
                />
                <span dir="auto">{namesOf(stop)}</span>
              </label>
            ))}
          </fieldset>
        )}
        <Choice
          legend={texts.reason}
          options={isPickup ? pickupReasons : deliveryReasons}
          value={reason}
          onChange={(reason) => enter({ reason })}
        />
        {!isPickup && (
          <>
            {staysAtDoor && <p>{texts.leftPhoto}</p>}
            <PhotoField photos={pictures} max={photosMax} onChange={(taken) => show("photo", taken)} />
            <label>
              {texts.note}
              <input
                value={note}
                maxLength={500}
                onInput={({ currentTarget }) => enter({ note: currentTarget.value })}
              />
            </label>
          </>
        )}
        {isFull && <FullNotice />}
        <button type="submit" class="primary" disabled={reason === "" || needsPhoto || first === undefined}>
          {texts.send}
        </button>
      </form>
    </Sheet>
  );
}
