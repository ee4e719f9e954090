/** @jsxImportSource preact */
import { useEffect, useRef, useState } from "preact/hooks";
import { useTexts } from "../texts.ts";

/** <https://wicg.github.io/shape-detection-api/#barcode-detection-api>: not in TypeScript's library. */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorConstructor = new (options: { formats: readonly string[] }) => BarcodeDetector;

const formats = ["qr_code", "code_128"] as const;
const lookEveryMs = 250;

function detectorOf(): DetectorConstructor | undefined {
  return (globalThis as { BarcodeDetector?: DetectorConstructor }).BarcodeDetector;
}

/** Whether this browser can read labels. */
export const canScan = (): boolean => detectorOf() !== undefined && navigator.mediaDevices !== undefined;

/** The camera's picture, until it shows a label. */
export function LabelScanner({ onRead }: { onRead(text: string): void }) {
  const texts = useTexts();
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    const ended = new AbortController();
    void scan(video.current, ended.signal, onRead).catch(() => setFailed(true));
    return () => ended.abort();
  }, [onRead]);

  if (hasFailed) return <p class="alert">{texts.scanFailed}</p>;
  return (
    <>
      <p>{texts.scanning}</p>
      <video ref={video} muted playsInline aria-label={texts.scan} />
    </>
  );
}

async function scan(
  video: HTMLVideoElement | null,
  ended: AbortSignal,
  onRead: (text: string) => void,
): Promise<void> {
  const Detector = detectorOf();
  if (video === null || Detector === undefined) return;
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (ended.aborted) return stop();
  ended.addEventListener("abort", stop);
  video.srcObject = stream;
  await video.play();
  const detector = new Detector({ formats });
  while (!ended.aborted) {
    const [code] = await detector.detect(video);
    if (code) {
      stop();
      return onRead(code.rawValue);
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}
