import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCodes } from "../../src/cli/exit-code.ts";
import { linesOf } from "../infra/db/support.ts";
import { platform } from "../support/fixtures.ts";
import { createClient } from "../support/harness.ts";
import { serve } from "./executable.ts";
import { contentsOf, preparedShipments, prepareFolder } from "./prepared.ts";

/** What a server does with data folders in which one byte has flipped. */

const databases = ["accounts", "live", "sandbox", "telemetry"];
const flipsPerFile = 20;
/** The executable serves one of so many. The others are opened by its sources, where no process starts for each. */
const flipsPerExecutable = 10;
/** Of as many starts as there are flips. */
const timeoutMs = 180_000;

/** What came of a folder. */
interface Outcome {
  exitCode: number;
  stderr: string;
  /** How many of an account can be read; null if none could be. */
  shipments: number | null;
}

let folder: string;
let whole: string;
let key: string;
let sources: ReturnType<typeof startSources>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill-flipped-"));
  whole = join(folder, "whole");
  key = (await prepareFolder(whole)).keys.live;
  sources = startSources();
});
afterAll(async () => {
  await sources.end();
  rmSync(folder, { recursive: true });
});

/** Opens folders as a server does, all in one process. */
function startSources() {
  const log = join(folder, "openings.log");
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "fixtures/openings.ts")], {
    cwd: folder,
    env: {},
    stdin: "pipe",
    stdout: "pipe",
    stderr: Bun.file(log),
  });
  const lines = linesOf(child.stdout);
  return {
    async open(dataDir: string): Promise<Outcome> {
      const before = statSync(log).size;
      child.stdin.write(`${dataDir}\n`);
      const { value } = await lines.next();
      const stderr = readFileSync(log).subarray(before).toString();
      if (value === undefined) throw new Error(`it ended: ${stderr}`);
      return { ...JSON.parse(value), stderr };
    },
    async end(): Promise<void> {
      child.stdin.end();
      expect(await child.exited).toBe(0);
    },
  };
}

async function serveExecutable(dataDir: string): Promise<Outcome> {
  const serving = await serve(dataDir, { cwd: folder }).catch((error: Error) => error.message);
  if (typeof serving === "string") {
    const [, code, stderr = ""] = /exit code (\d+): (.*)$/s.exec(serving) ?? [];
    return { exitCode: Number(code), stderr, shipments: null };
  }
  const path = `${platform}/shipments?limit=100`;
  const { status, body } = await createClient(serving.url, { "x-api-key": key }).get(path);
  if (status !== 200) expect([401, 500, 503]).toContain(status);
  serving.kill("SIGTERM");
  const { exitCode, stderr } = await serving.exited;
  return { exitCode, stderr, shipments: status === 200 ? body.data.length : null };
}

async function isRefused(dataDir: string, open: typeof serveExecutable): Promise<boolean> {
  const before = contentsOf(dataDir);
  const { exitCode, stderr, shipments } = await open(dataDir);
  // Refused, or whole: but never less than was there.
  expect([preparedShipments, null]).toContain(shipments);
  if (exitCode === exitCodes.done.code) return false;
  expect([exitCodes.damaged.code, exitCodes.newer.code].map(Number)).toContain(exitCode);
  expect(stderr).toMatch(/^waybill: [^\n]+\n$/);
  expect(contentsOf(dataDir)).toEqual(before);
  return true;
}

test.each(databases)(
  "in %s.db it is either no harm or one line, and never an empty database",
  async (name) => {
    const { size } = statSync(join(whole, `${name}.db`));
    // In the header, in the first page and all over the file.
    const places = Array.from({ length: flipsPerFile }, (_, index) =>
      index < 4 ? index * 5 : Math.floor((size * (index - 4)) / (flipsPerFile - 4)) + 7 * index,
    );
    const refusals: number[] = [];
    for (const [index, place] of places.entries()) {
      const dataDir = mkdtempSync(join(folder, "flipped-"));
      await prepareFolder(dataDir);
      const path = join(dataDir, `${name}.db`);
      const content = readFileSync(path);
      content[place] = (content[place] ?? 0) ^ 0x81;
      writeFileSync(path, content);
      const open = index % flipsPerExecutable === 0 ? serveExecutable : sources.open;
      if (await isRefused(dataDir, open)) refusals.push(place);
      rmSync(dataDir, { recursive: true });
    }
    // What holds no database any more was seen.
    expect(refusals).toContain(0);
  },
  timeoutMs,
);
