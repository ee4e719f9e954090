/** @jsxImportSource preact */
import type { Meeting, Stops } from "../card.ts";
import { useTexts } from "../texts.ts";
import { whoOf } from "./meeting.tsx";

/** What a button opens, or does at once. */
export type Step = "pickup" | "delivery" | "failure" | "later" | "hand_back";

interface Props {
  meeting: Meeting;
  /** The step that most people want next, or what else can be done. */
  part: "main" | "other";
  /** Whether others at the place have buttons of the same name. */
  isNamed?: boolean;
  onTake(step: Step, stops: Stops): void;
}

/** The buttons of one person's parcels. */
export function MeetingActions({ meeting, part, isNamed = false, onTake }: Props) {
  const texts = useTexts();
  const { kind, stops } = meeting;
  const [first] = stops;
  if (first.isBlocked) return null;
  const labelOf = (words: string) => (isNamed ? `${words}: ${whoOf(meeting)}` : undefined);
  if (part === "main") {
    if (!stops.every(({ isThere }) => isThere)) return null;
    const words = { pickup: texts.pickUp, delivery: texts.handOver, return: texts.handBack }[kind];
    return (
      <button
        type="button"
        class="primary"
        aria-label={labelOf(words)}
        onClick={() => onTake(kind === "return" ? "hand_back" : kind, stops)}
      >
        {words}
      </button>
    );
  }
  if (kind !== "return") {
    const words = kind === "pickup" ? texts.cannotPickUp : texts.cannotDeliver;
    return (
      <>
        {kind === "delivery" && (
          <button
            type="button"
            class="wide"
            aria-label={labelOf(texts.tryLater)}
            onClick={() => onTake("later", stops)}
          >
            {texts.tryLater}
          </button>
        )}
        <button
          type="button"
          class="wide"
          aria-label={labelOf(words)}
          onClick={() => onTake("failure", stops)}
        >
          {words}
        </button>
      </>
    );
  }
  // Whoever refused may come for it after all. They are not the sender, whose name the card has: the words say so, and
  // each parcel has somebody of its own.
  return stops.map((stop) => (
    <button key={stop.id} type="button" class="wide" onClick={() => onTake("delivery", [stop])}>
      {stops.length > 1 || isNamed
        ? `${texts.giveToRecipient}: ${stop.tracking_number}`
        : texts.giveToRecipient}
    </button>
  ));
}
