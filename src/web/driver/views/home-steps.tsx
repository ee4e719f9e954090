/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import { useTexts } from "../texts.ts";

/**
 * An iPhone wakes only what stands on its home screen, and what stands there shares no cookies with the browser. So the
 * page goes there first, and the link after it.
 */
export function HomeSteps({ onSkip }: { onSkip(): void }) {
  const texts = useTexts();
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(location.href).then(
      () => setCopied(true),
      () => {},
    );
  }
  return (
    <>
      <h2>{texts.homeFirst}</h2>
      <p>{texts.homeWhy}</p>
      <ol class="steps">
        <li>
          <Picture d="M8 4h8v3H8zM8 5H5v15h14V5h-3" />
          <div>
            <button type="button" class="primary" onClick={() => void copy()}>
              {texts.copyLink}
            </button>{" "}
            <span role="status">{isCopied && texts.copied}</span>
          </div>
        </li>
        <li>
          <Picture d="M12 15V3m-4 4 4-4 4 4M8 10H5v11h14V10h-3" />
          {texts.tapShare}
        </li>
        <li>
          <Picture d="M4 4h16v16H4zM12 8v8m-4-4h8" />
          {texts.addToHomeHint}
        </li>
        <li>
          <Picture d="M6 3h12v18H6zM10 18h4M9 7h6v5H9z" />
          {texts.openThere}
        </li>
      </ol>
      <button type="button" onClick={onSkip}>
        {texts.connectHere}
      </button>
    </>
  );
}

/** What the step's button looks like on the phone. The words beside it say the same. */
function Picture({ d }: { d: string }) {
  return (
    <svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true" class="picture">
      <path d={d} />
    </svg>
  );
}
