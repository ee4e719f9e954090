/** @jsxImportSource preact */
import type { Refusal } from "../kept.ts";
import { dismiss } from "../taps.ts";
import { useTexts } from "../texts.ts";

interface Props {
  refusal: Refusal;
  /** Opens the form of the tap again, with what it held. */
  onRetry?: (() => void) | undefined;
}

/** A tap that the server did not accept, in the driver's words where the page has them. */
export function RefusalNotice({ refusal, onRetry }: Props) {
  const texts = useTexts();
  const { code, detail } = refusal.problem;
  return (
    <div class="alert" role="alert">
      <p>
        <strong>{texts.refused}</strong>: {texts.problems[code] ?? detail}
      </p>
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
