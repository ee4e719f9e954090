/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";
import { beginDay } from "../kept.ts";
import { codeIn, deviceNameOf } from "../link.ts";
import { connect } from "../server.ts";
import { chooseLanguage, languages } from "../texts.ts";

/** The page at `/d#<code>`. Only the tap exchanges the code: previews of links open pages too. */
export function Connect() {
  const language = chooseLanguage(navigator.languages);
  const texts = languages[language];
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const code = codeIn(location.hash);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = texts.connectTitle;
  }, [language, texts]);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (code === undefined) return;
    const { value: name } = (event.currentTarget as HTMLFormElement).elements.namedItem(
      "name",
    ) as HTMLInputElement;
    setBusy(true);
    const { value, problem } = await connect(code, name);
    if (problem) {
      setFault(problem.status === 0 ? texts.needsNetwork : `${problem.title}. ${problem.detail}`);
      setBusy(false);
      return;
    }
    await beginDay(value);
    // The code is used up, and must not stay in the history.
    location.replace("/driver");
  }

  return (
    <main class="notice">
      <h1>{texts.connectTitle}</h1>
      <p>{texts.connectHint}</p>
      {code === undefined ? (
        <p class="alert" role="alert">
          {texts.linkInvalid}
        </p>
      ) : (
        <form onSubmit={submit}>
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
      )}
    </main>
  );
}
