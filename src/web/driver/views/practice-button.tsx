/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import { openPractice } from "../practice.ts";
import { useTexts } from "../texts.ts";

/** Opens a played day. @param code of the link that the phone is not connected by yet */
export function PracticeButton({ code }: { code?: string }) {
  const texts = useTexts();
  const [isMissing, setMissing] = useState(false);
  return (
    <>
      <button type="button" onClick={() => void openPractice(code).catch(() => setMissing(true))}>
        {texts.practice}
      </button>
      {isMissing && (
        <p class="alert" role="alert">
          {texts.needsNetwork}
        </p>
      )}
    </>
  );
}
