/** @jsxImportSource preact */
import { useEffect, useRef, useState } from "preact/hooks";
import { toBlob } from "../picture.ts";
import { useTexts } from "../texts.ts";

/** Of the picture, whatever the screen. */
const width = 900;
const height = 360;
const lineWidth = 6;

/** A place to sign with a finger, a pen or a mouse. `onChange` gets a PNG after each stroke. */
export function SignaturePad({ onChange }: { onChange(picture: Blob | undefined): void }) {
  const texts = useTexts();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isEmpty, setEmpty] = useState(true);
  useEffect(() => wipe(canvas.current), []);

  const pen = () => canvas.current?.getContext("2d");
  function clear() {
    wipe(canvas.current);
    setEmpty(true);
    onChange(undefined);
  }
  function begin(event: PointerEvent) {
    canvas.current?.setPointerCapture(event.pointerId);
    const context = pen();
    const [x, y] = pointOf(event);
    context?.beginPath();
    context?.moveTo(x, y);
    // A dot is a stroke as well.
    context?.lineTo(x, y);
    context?.stroke();
  }
  function draw(event: PointerEvent) {
    if (!canvas.current?.hasPointerCapture(event.pointerId)) return;
    pen()?.lineTo(...pointOf(event));
    pen()?.stroke();
  }
  async function lift() {
    setEmpty(false);
    if (canvas.current) onChange(await toBlob(canvas.current, "image/png"));
  }

  return (
    <div class="signature">
      <canvas
        ref={canvas}
        width={width}
        height={height}
        role="img"
        aria-label={texts.sign}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={() => void lift()}
        onPointerCancel={() => void lift()}
      />
      <button type="button" disabled={isEmpty} onClick={clear}>
        {texts.clear}
      </button>
    </div>
  );
}

/** White paper: a PNG without ground would be black on black in a dark page. */
function wipe(canvas: HTMLCanvasElement | null): void {
  const context = canvas?.getContext("2d");
  if (!context) return;
  Object.assign(context, { fillStyle: "#fff", strokeStyle: "#000", lineWidth, lineCap: "round" });
  context.fillRect(0, 0, width, height);
}

/** Where the finger is, in pixels of the picture. */
function pointOf({ offsetX, offsetY, currentTarget }: PointerEvent): [x: number, y: number] {
  const { clientWidth, clientHeight } = currentTarget as HTMLCanvasElement;
  return [(offsetX / clientWidth) * width, (offsetY / clientHeight) * height];
}
