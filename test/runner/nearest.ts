import { dirname } from "node:path";

/** Of the test files those in the mirror folder, else in the next folder above it that has some, within the layer. */
export function nearestTests(file: string, tests: readonly string[]): string[] {
  for (let folder = mirrorOf(file); folder.startsWith("test/"); folder = dirname(folder)) {
    const found = tests.filter((test) => dirname(test) === folder);
    if (found.length > 0) return found;
  }
  return [];
}

/** Of the test files those of the room, `test/<layer>/<room>`, and of all folders in it. */
export function roomTests(file: string, tests: readonly string[]): string[] {
  const [root, layer, room] = mirrorOf(file).split("/");
  return room === undefined ? [] : tests.filter((test) => test.startsWith(`${root}/${layer}/${room}/`));
}

/** `src/api/gate.ts` → `test/api`. */
function mirrorOf(file: string): string {
  return dirname(file).replace(/^src(?=\/)/, "test");
}
