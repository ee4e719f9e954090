import { Checkbox } from "@mantine/core";
import { useCallback, useState } from "react";
import { keep, kept } from "../../../browser/kept.ts";

/** A short sound when something new needs a person. Off until somebody switches it on. */

const storageKey = "waybill-dispatch-sound";
const toneHertz = 880;
const toneSeconds = 0.25;
const volume = 0.2;

export function useAlarm() {
  const [isOn, setIsOn] = useState(() => kept(storageKey) === "on");
  const ring = useCallback(() => {
    if (isOn) beep();
  }, [isOn]);
  const change = (on: boolean) => {
    keep(storageKey, on ? "on" : "off");
    setIsOn(on);
    // The click lets the browser play sounds, and tells what it will sound like.
    if (on) beep();
  };
  return { ring, isOn, change };
}

function beep(): void {
  const context = new AudioContext();
  const tone = new OscillatorNode(context, { frequency: toneHertz });
  const gain = new GainNode(context, { gain: volume });
  tone.connect(gain).connect(context.destination);
  tone.onended = () => void context.close();
  tone.start();
  tone.stop(context.currentTime + toneSeconds);
}

export function SoundSwitch({ isOn, change }: { isOn: boolean; change: (on: boolean) => void }) {
  return (
    <Checkbox label="Sound" checked={isOn} onChange={({ currentTarget }) => change(currentTarget.checked)} />
  );
}
