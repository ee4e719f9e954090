/** `bun run tools/golden.ts` writes the golden copies of what callers rely on, for a review to see the change. */
import type { ErrorEntry } from "../src/infra/error-catalog/entry.ts";
import { errorCatalog } from "../src/infra/error-catalog.ts";
import { createClock } from "../test/support/clock.ts";
import { readDocument, startServer } from "../test/support/harness.ts";
import { digestOf } from "./api-digest.ts";

/** Examples of what is sent are of the day on which they are served: here always of this one. */
const exampleDay = Date.parse("2026-02-01T00:00:00.000Z");

/** File in `test/golden/` → what it should hold. */
export const goldenFiles: Record<string, () => string | Promise<string>> = {
  "errors.json": () => JSON.stringify(errorsOfCallers(), null, 2),
  "openapi.txt": async () => digestOf(asJson(await readReference())).join("\n"),
};

/** What responses say of each error. */
function errorsOfCallers() {
  const entries = Object.entries<ErrorEntry>(errorCatalog);
  return Object.fromEntries(
    entries.map(([code, { status, title, detail }]) => [code, { status, title, detail }]),
  );
}

/** The OpenAPI document as it is served, but for the guides in it. */
export async function readReference() {
  const server = await startServer({ replacements: { clock: createClock(exampleDay) } });
  const { info, ...document } = await readDocument(server.url);
  await server.stop();
  return { ...document, info: { ...info, description: "Links to the guides." } };
}

/** A document is JSON, whatever its types say of it. */
const asJson = (document: unknown) => document as Parameters<typeof digestOf>[0];

export function goldenPath(name: string): string {
  return new URL(`../test/golden/${name}`, import.meta.url).pathname;
}

/** What a golden file should hold now. */
export async function goldenText(name: string): Promise<string> {
  return `${await goldenFiles[name]?.()}\n`;
}

if (import.meta.main) {
  for (const name of Object.keys(goldenFiles)) await Bun.write(goldenPath(name), await goldenText(name));
}
