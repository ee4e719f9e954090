/** How the page says that there is something new: phones vibrate, and three tones sound. */

const vibration = [400, 150, 400, 150, 400];
const tones = [880, 1_175, 880];
const toneSeconds = 0.22;
const gapSeconds = 0.08;
const volume = 0.5;

let context: AudioContext | undefined;

/** Browsers let a page sound, or vibrate, only after somebody has touched it. */
export async function ring(): Promise<void> {
  if (!navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.(vibration);
  context ??= new AudioContext();
  await context.resume();
  for (const [index, hertz] of tones.entries()) sound(context, hertz, index * (toneSeconds + gapSeconds));
}

function sound(audio: AudioContext, hertz: number, afterSeconds: number): void {
  const tone = new OscillatorNode(audio, { type: "square", frequency: hertz });
  const gain = new GainNode(audio, { gain: volume });
  tone.connect(gain).connect(audio.destination);
  const start = audio.currentTime + afterSeconds;
  tone.start(start);
  tone.stop(start + toneSeconds);
}
