import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executable } from "./executable.ts";

/** As many as run at once begin together. As many again begin while others serve and end. */
const starts = 40;
const atOnce = 20;
const timeoutMs = 300_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-starts-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ready {
  url: string;
  sandbox_key: string;
}

const keys = new Set<string>();

/** Starts one, asks it who its key is, and stops it. @returns what each said */
async function startOne(): Promise<unknown[]> {
  const child = Bun.spawn([executable, "serve", "--ephemeral", "--port", "0", "--ready-json"], {
    env: { TMPDIR: folder },
    stdout: "pipe",
    stderr: "pipe",
  });
  const stderr = new Response(child.stderr).text();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let line = "";
  for (let ended = false; !line.includes("\n") && !ended; ) {
    const { done, value } = await reader.read();
    line += value ?? "";
    ended = done;
  }
  if (line === "") return [await child.exited, await stderr];
  const { url, sandbox_key: key } = JSON.parse(line) as Ready;
  keys.add(key);
  const answer = await fetch(`${url}/api/v1/platform/account`, { headers: { "x-api-key": key } });
  child.kill("SIGTERM");
  return [await child.exited, await stderr, answer.status];
}

test(
  `${starts} starts, ${atOnce} at a time: each has a port and keys of its own, and nothing stays`,
  async () => {
    let begun = 0;
    const outcomes: unknown[][] = [];
    const startOthers = async () => {
      while (begun < starts) {
        begun += 1;
        outcomes.push(await startOne());
      }
    };
    await Promise.all(Array.from({ length: atOnce }, startOthers));
    expect(outcomes).toEqual(Array.from({ length: starts }, () => [0, "", 200]));
    expect(keys.size).toBe(starts);
    expect(readdirSync(folder)).toEqual([]);
  },
  timeoutMs,
);
