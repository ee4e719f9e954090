/** @jsxImportSource preact */
import { useEffect } from "preact/hooks";
import { chooseLanguage } from "../../language/language.ts";
import { countTaps } from "../queue.ts";
import { TextsContext, useLanguage } from "../texts.ts";
import { PasteLink } from "./paste-link.tsx";
import { Today } from "./today.tsx";
import { useDriverState } from "./use-state.ts";

/** The page at `/driver`. */
export function App() {
  const state = useDriverState();
  const texts = useLanguage(chooseLanguage([state.day.me?.driver.language, ...navigator.languages]));
  useEffect(() => {
    if (texts) document.title = texts.title;
  }, [texts]);
  if (texts === undefined) return null;
  const taps = countTaps(state.day.entries);
  return (
    <TextsContext.Provider value={texts}>
      {state.phase === "opening" && <Notice title={texts.opening} />}
      {state.phase === "broken" && <Notice title={texts.brokenTitle} hint={texts.brokenHint} />}
      {state.phase === "stranger" && (
        <Notice title={texts.strangerTitle} hint={texts.strangerHint}>
          <PasteLink />
        </Notice>
      )}
      {state.phase === "ended" && (
        <Notice title={texts.endedTitle} hint={texts.endedHint}>
          {taps > 0 && <p class="alert">{texts.endedWaiting(taps)}</p>}
          <PasteLink />
        </Notice>
      )}
      {state.phase === "connected" && <Today state={state} />}
    </TextsContext.Provider>
  );
}

interface NoticeProps {
  title: string;
  hint?: string;
  children?: preact.ComponentChildren;
}

function Notice({ title, hint, children }: NoticeProps) {
  return (
    <main class="notice">
      <h1>{title}</h1>
      {hint && <p role="status">{hint}</p>}
      {children}
    </main>
  );
}
