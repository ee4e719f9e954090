import { readFileSync } from "node:fs";
import doorstep1 from "./pictures/doorstep-1.png" with { type: "file" };
import doorstep2 from "./pictures/doorstep-2.png" with { type: "file" };
import doorstep3 from "./pictures/doorstep-3.png" with { type: "file" };
import doorstep4 from "./pictures/doorstep-4.png" with { type: "file" };
import signature1 from "./pictures/signature-1.png" with { type: "file" };
import signature2 from "./pictures/signature-2.png" with { type: "file" };
import signature3 from "./pictures/signature-3.png" with { type: "file" };
import signature4 from "./pictures/signature-4.png" with { type: "file" };

/** The pictures of a simulated proof of delivery: a signature has 480 × 160 pixels, a doorstep 480 × 360. */
const files = {
  signature: [signature1, signature2, signature3, signature4],
  doorstep: [doorstep1, doorstep2, doorstep3, doorstep4],
} as const;

const contents = new Map<string, Uint8Array>();

/** A PNG of at most 10 KiB. @param random from 0 up to, not including, 1; the same number gives the same picture */
export function pickPicture(of: keyof typeof files, random: () => number): Uint8Array {
  const file = files[of][Math.floor(random() * files[of].length)] as string;
  const content = contents.get(file) ?? new Uint8Array(readFileSync(file));
  contents.set(file, content);
  return content;
}
