/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";
import { chooseLanguage } from "../../language/language.ts";
import { findObstacle } from "../disk.ts";
import { beginDay } from "../forgetting.ts";
import { checkHash, codeIn, deviceNameOf, needsHomeScreen } from "../link.ts";
import { connect } from "../server.ts";
import { TextsContext, useLanguage, useTexts } from "../texts.ts";
import { PracticeButton } from "./practice-button.tsx";

/** The page at `/d#<code>`. */
export function Connect() {
  const texts = useLanguage(chooseLanguage(navigator.languages));
  const code = codeIn(location.hash);
  useEffect(() => {
    if (texts) document.title = texts.connectTitle;
  }, [texts]);
  if (texts === undefined) return null;
  return (
    <TextsContext.Provider value={texts}>
      <main class="notice">
        <h1>{texts.connectTitle}</h1>
        <p>{texts.connectHint}</p>
        {!window.isSecureContext && <p class="alert">{texts.insecure}</p>}
        {code === undefined ? (
          <p class="alert" role="alert">
            {texts.linkInvalid}
          </p>
        ) : (
          <>
            <FirstSteps code={code} />
            <PracticeButton code={code} />
          </>
        )}
      </main>
    </TextsContext.Provider>
  );
}

/** An iPhone's steps to the home screen come before the form. */
function FirstSteps({ code }: { code: string }) {
  const [Steps, setSteps] = useState<typeof import("./home-steps.tsx").HomeSteps | "form" | undefined>(() =>
    needsHomeScreen(navigator.userAgent, navigator.maxTouchPoints, isStandalone()) ? undefined : "form",
  );
  useEffect(() => {
    if (Steps !== undefined) return;
    import("./home-steps.tsx").then(
      ({ HomeSteps }) => setSteps(() => HomeSteps),
      () => setSteps("form"),
    );
  }, [Steps]);
  if (Steps === undefined) return null;
  return Steps === "form" ? <ConnectForm code={code} /> : <Steps onSkip={() => setSteps("form")} />;
}

const isStandalone = () => matchMedia("(display-mode: standalone)").matches;

/** The page of the day, with what this phone can do. */
function openDayPage(): void {
  const path = `/driver${checkHash}`;
  if (location.pathname !== "/driver") return location.replace(path);
  // Another fragment alone loads nothing.
  history.replaceState(null, "", path);
  location.reload();
}

/** Only the tap exchanges the code: previews of links open pages too. */
export function ConnectForm({ code }: { code: string }) {
  const texts = useTexts();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const { elements } = event.currentTarget as HTMLFormElement;
    const field = elements.namedItem("name") as HTMLInputElement;
    setBusy(true);
    // Or else the code would be used up for nothing.
    const obstacle = await findObstacle();
    if (obstacle) {
      setBusy(false);
      return setFault(obstacle === "full" ? texts.full : `${texts.brokenTitle}. ${texts.brokenHint}`);
    }
    const { value, problem } = await connect(code, field.value);
    setBusy(false);
    if (problem) {
      const { status, code, detail } = problem;
      return setFault(status === 0 ? texts.needsNetwork : (texts.problems[code] ?? detail));
    }
    await beginDay(value);
    // Refusing only means that a full phone may delete what waits.
    void navigator.storage?.persist?.();
    // The code must not stay in the history.
    openDayPage();
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <label>
        {texts.deviceName}
        <input name="name" maxLength={100} required value={deviceNameOf(navigator.userAgent)} />
      </label>
      {fault && (
        <p class="alert" role="alert">
          {fault}
        </p>
      )}
      <button type="submit" class="primary" disabled={isBusy}>
        {texts.connect}
      </button>
    </form>
  );
}
