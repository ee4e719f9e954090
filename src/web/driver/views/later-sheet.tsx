/** @jsxImportSource preact */
import { systemClock, toTimestamp } from "../../../infra/clock.ts";
import type { Stops } from "../card.ts";
import { toServerTime } from "../server-time.ts";
import { report } from "../taps.ts";
import { useTexts } from "../texts.ts";
import { Choice } from "./choice.tsx";
import { FullNotice, Sheet } from "./sheet.tsx";
import { useDraft } from "./use-draft.ts";
import { useKeeping } from "./use-state.ts";

const reasons = [
  "recipient_unavailable",
  "access_restricted",
  "address_not_found",
  "weather",
  "other",
] as const;
const times = ["inHalfAnHour", "inAnHour", "inTwoHours", "tomorrow"] as const;
type When = (typeof times)[number];

const minuteMs = 60_000;
const minutesUntil = { inHalfAnHour: 30, inAnHour: 60, inTwoHours: 120 } as const;
/** By the phone's clock. */
const morningHour = 9;

interface Props {
  /** Of one person at one place. */
  stops: Stops;
  onClose(): void;
  onDone(words: string, stops: Stops): void;
}

/** Why it did not work now, and when the driver comes again: the goods stay on board. */
export function LaterSheet({ stops, onClose, onDone }: Props) {
  const texts = useTexts();
  const { isFull, keep } = useKeeping();
  const ids = stops.map(({ id }) => id);
  const { fields, enter } = useDraft("later", ids, () => ({
    fields: { reason: "recipient_unavailable", when: "" },
    pictures: [],
  }));
  const { reason } = fields;
  const when = times.find((time) => time === fields.when);

  function send(event: SubmitEvent) {
    event.preventDefault();
    if (when === undefined) return;
    const next_attempt_at = toTimestamp(timeOf(when));
    const taps = stops.map(({ assignment_id }) => ({
      content: {
        type: "attempt_failed",
        assignment_id,
        reason_code: reason,
        message: null,
        next_attempt_at,
      } as const,
    }));
    keep(
      () => report(taps),
      () => onDone(texts.tryLater, stops),
    );
  }

  return (
    <Sheet title={texts.tryLater} onClose={onClose}>
      <form onSubmit={send}>
        <Choice
          legend={texts.when}
          options={times}
          value={fields.when}
          onChange={(when) => enter({ when })}
        />
        <Choice
          legend={texts.reason}
          options={reasons}
          value={reason}
          onChange={(reason) => enter({ reason })}
        />
        {isFull && <FullNotice />}
        <button type="submit" class="primary" disabled={when === undefined}>
          {texts.send}
        </button>
      </form>
    </Sheet>
  );
}

/** By the server's clock. */
function timeOf(when: When): number {
  const now = systemClock.now();
  if (when !== "tomorrow") return toServerTime(now) + minutesUntil[when] * minuteMs;
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  morning.setHours(morningHour, 0, 0, 0);
  return toServerTime(morning.getTime());
}
