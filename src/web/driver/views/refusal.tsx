/** @jsxImportSource preact */
import type { Refusal } from "../kept.ts";
import { addressLine } from "../navigation.ts";
import { dismiss } from "../taps.ts";
import { useTexts } from "../texts.ts";
import { nameOf } from "./lists.tsx";

interface Props {
  refusal: Refusal;
  /** Opens the form of the tap again, with what it held. */
  onRetry?: (() => void) | undefined;
}

/** A tap that the server did not accept, in the driver's words where the page has them. */
export function RefusalNotice({ refusal, onRetry }: Props) {
  const texts = useTexts();
  const { code, detail } = refusal.problem;
  const stop = refusal.done?.stop;
  return (
    <div class="alert" role="alert">
      <p>
        <strong>{texts.refused}</strong>: {texts.problems[code] ?? detail}
      </p>
      {stop && <p dir="auto">{[nameOf(stop), addressLine(stop.address)].filter(Boolean).join(", ")}</p>}
      {onRetry && (
        <button type="button" class="primary" onClick={onRetry}>
          {texts.tryAgain}
        </button>
      )}
      <button type="button" onClick={() => void dismiss(refusal)}>
        {texts.understood}
      </button>
    </div>
  );
}
