/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import { isOnDuty, leave } from "../model.ts";
import { useTexts } from "../texts.ts";
import { takeInstallOffer } from "../updates.ts";
import { PracticeButton } from "./practice-button.tsx";
import { Sheet } from "./sheet.tsx";
import { useDriverState } from "./use-state.ts";

/** Home screen, positions by another app, and signing out. `taps` are not sent yet. */
export function ThisPhone({ taps, onCheck }: { taps: number; onCheck(): void }) {
  const texts = useTexts();
  // Who is on duty may be asked for a job, which nobody would see while they practice.
  const isFree = !isOnDuty(useDriverState().day);
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string>();
  const [isHintShown, setHintShown] = useState(false);

  async function addToHome() {
    const offer = takeInstallOffer();
    if (offer) await offer.prompt();
    else setHintShown(true);
  }
  async function signOut() {
    setAsking(false);
    const problem = await leave();
    if (problem) setFault(problem.status === 0 ? texts.needsNetwork : problem.detail);
  }

  return (
    <section aria-labelledby="this-phone">
      <h2 id="this-phone">{texts.phone}</h2>
      <details id="traccar" class="card">
        <summary>{texts.traccar}</summary>
        <p>{texts.traccarHint}</p>
        <label>
          {texts.serverAddress}
          <input readOnly value={`${location.origin}/api/v1/driver/osmand`} />
        </label>
      </details>
      <button type="button" onClick={onCheck}>
        {texts.checkPhone}
      </button>
      {!matchMedia("(display-mode: standalone)").matches && (
        <button type="button" onClick={() => void addToHome()}>
          {texts.addToHome}
        </button>
      )}
      {isHintShown && <p role="status">{texts.addToHomeHint}</p>}
      {isFree && <PracticeButton />}
      <button type="button" onClick={() => (taps > 0 ? setAsking(true) : void signOut())}>
        {texts.signOut}
      </button>
      {fault && (
        <p class="alert" role="alert">
          {fault}
        </p>
      )}
      {isAsking && (
        <Sheet title={texts.signOut} onClose={() => setAsking(false)}>
          <p class="alert">{texts.signOutWaiting(taps)}</p>
          <button type="button" class="danger" onClick={() => void signOut()}>
            {texts.signOutAnyway}
          </button>
        </Sheet>
      )}
    </section>
  );
}
