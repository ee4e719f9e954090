/** `bun run tools/golden.ts` writes the golden copies of what callers rely on, for a review to see the change. */
import { catalogue } from "../src/errors.ts";

/** File in `test/golden/` → what it should hold. */
export const goldenFiles: Record<string, () => unknown> = {
  "errors.json": () => catalogue,
};

export function goldenPath(name: string): string {
  return new URL(`../test/golden/${name}`, import.meta.url).pathname;
}

/** What a golden file should hold now. */
export function goldenText(name: string): string {
  return `${JSON.stringify(goldenFiles[name]?.(), null, 2)}\n`;
}

if (import.meta.main) {
  for (const name of Object.keys(goldenFiles)) await Bun.write(goldenPath(name), goldenText(name));
}
