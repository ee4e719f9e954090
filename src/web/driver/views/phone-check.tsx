/** @jsxImportSource preact */
import { useCallback, useEffect, useState } from "preact/hooks";
import {
  type Ability,
  type PhoneAbilities,
  readAbilities,
  rememberHeard,
  tellAbilities,
} from "../abilities.ts";
import { ring } from "../alarm.ts";
import { testPush } from "../server.ts";
import { useTexts } from "../texts.ts";
import { takeInstallOffer } from "../updates.ts";
import { isSubscribed, subscribe } from "../waking.ts";

interface Props {
  /** Null where the server wakes no phones. */
  publicKey: string | null;
  onClose(): void;
}

const names = ["location", "camera", "notifications", "sound", "home_screen"] as const;
type Name = (typeof names)[number];

/** What works on this phone, what to allow, and an alarm to hear. The dispatcher sees the same. */
export function PhoneCheck({ publicKey, onClose }: Props) {
  const texts = useTexts();
  const [abilities, setAbilities] = useState<PhoneAbilities>();
  const [isAsking, setAsking] = useState(false);
  const [hint, setHint] = useState<string>();

  const look = useCallback(async () => {
    const found = await readAbilities(publicKey !== null);
    setAbilities(found);
    await tellAbilities(found);
  }, [publicKey]);
  useEffect(() => void look(), [look]);

  /** Asking is how browsers let a person allow it. */
  async function allow(name: Name): Promise<void> {
    setHint(undefined);
    if (name === "location") await place();
    if (name === "camera") await openCamera();
    if (name === "notifications" && publicKey !== null) await subscribe(publicKey, texts);
    if (name === "home_screen") await addToHome();
    await look();
  }
  async function addToHome(): Promise<void> {
    const offer = takeInstallOffer();
    if (offer) await offer.prompt();
    else setHint(texts.addToHomeHint);
  }
  async function tryAlarm(): Promise<void> {
    setHint(undefined);
    setAsking(true);
    await ring();
    if (await isSubscribed()) await testPush();
  }
  async function answer(heard: boolean): Promise<void> {
    rememberHeard(heard);
    setAsking(false);
    setHint(heard ? undefined : texts.louder);
    await look();
  }

  return (
    <section class="card" aria-labelledby="phone-check">
      <h2 id="phone-check">{texts.checkPhone}</h2>
      <p class="hint">{texts.checkHint}</p>
      {abilities && (
        <ul class="abilities">
          {names.map((name) => (
            <li key={name} data-state={abilities[name]}>
              <strong>{texts.can[name]}</strong>
              <State name={name} state={abilities[name]} isPushed={publicKey !== null} onAllow={allow} />
            </li>
          ))}
        </ul>
      )}
      {hint && (
        <p class="alert" role="status">
          {hint}
        </p>
      )}
      {isAsking ? (
        <div>
          <p role="status">{texts.heard}</p>
          <div class="pair">
            <button type="button" onClick={() => void answer(false)}>
              {texts.no}
            </button>
            <button type="button" class="primary" onClick={() => void answer(true)}>
              {texts.yes}
            </button>
          </div>
        </div>
      ) : (
        <button type="button" class="primary wide" onClick={() => void tryAlarm()}>
          {texts.testAlarm}
        </button>
      )}
      <button type="button" class="wide" onClick={onClose}>
        {texts.close}
      </button>
    </section>
  );
}

interface StateProps {
  name: Name;
  state: Ability;
  isPushed: boolean;
  onAllow(name: Name): Promise<void>;
}

function State({ name, state, isPushed, onAllow }: StateProps) {
  const texts = useTexts();
  if (state === "yes") return <span>{texts.works}</span>;
  if (name === "notifications" && !isPushed) return <span>{texts.pushOff}</span>;
  if (state === "no" && (name === "location" || name === "camera" || name === "notifications"))
    return <span>{texts.blocked}</span>;
  if (name === "sound") return <span>{state === "no" ? texts.doesNotWork : texts.notTried}</span>;
  return (
    <button type="button" onClick={() => void onAllow(name)}>
      {name === "home_screen" ? texts.addToHome : texts.allow}
    </button>
  );
}

function place(): Promise<void> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      () => resolve(),
      () => resolve(),
      { timeout: 20_000 },
    );
  });
}

/** Only whether it opens. */
async function openCamera(): Promise<void> {
  const stream = await navigator.mediaDevices
    .getUserMedia({ video: { facingMode: "environment" } })
    .catch(() => undefined);
  for (const track of stream?.getTracks() ?? []) track.stop();
}
