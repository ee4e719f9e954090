/** @jsxImportSource preact */
import { change, type State } from "../model.ts";
import { useTexts } from "../texts.ts";

const minuteMs = 60_000;

/** Opens what is said of the app that sends positions while the screen is locked. */
function showTraccar(): void {
  const part = document.getElementById("traccar") as HTMLDetailsElement | null;
  if (part === null) return;
  part.open = true;
  part.querySelector("summary")?.focus();
  change({ silentMs: 0 });
}

/** What keeps the phone from telling where it is. */
export function PhoneNotices({ state: { isUnlocated, isFull, silentMs } }: { state: State }) {
  const texts = useTexts();
  return (
    <div role="status">
      {isFull && <p class="alert">{texts.full}</p>}
      {window.isSecureContext ? (
        isUnlocated && <p class="alert">{texts.unlocated}</p>
      ) : (
        <p class="alert">{texts.insecure}</p>
      )}
      {silentMs > 0 && (
        <div class="alert">
          <p>{texts.silent(Math.floor(silentMs / minuteMs))}</p>
          <p>{texts.silentHint}</p>
          <button type="button" onClick={showTraccar}>
            Traccar Client
          </button>
          <button type="button" onClick={() => change({ silentMs: 0 })}>
            {texts.close}
          </button>
        </div>
      )}
    </div>
  );
}
