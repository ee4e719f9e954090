import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Finished, finish } from "../support/child.ts";
import { eventually } from "../support/harness.ts";
import { executable } from "./executable.ts";

/** The examples of tests with Waybill, one folder for each test runner. */
export const examples = join(import.meta.dir, "../../examples/testing");

interface Ran extends Finished {
  /** How many servers it started. */
  starts: number;
}

/** Runs a test runner as a tester does, and waits until its servers have ended too. */
export async function runRunner(
  command: string[],
  env: Record<string, string> = {},
  cwd = examples,
): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), "waybill-runner-"));
  const counted = join(folder, "waybill");
  const pids = join(folder, "pids");
  writeFileSync(counted, `#!/bin/sh\necho $$ >> ${pids}\nexec ${executable} "$@"\n`, { mode: 0o755 });
  const child = Bun.spawn(command, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env, WAYBILL_EXECUTABLE: counted },
    stdout: "pipe",
    stderr: "pipe",
  });
  const finished = await finish(child);
  const started = existsSync(pids) ? readFileSync(pids, "utf8").trim().split("\n").map(Number) : [];
  rmSync(folder, { recursive: true });
  for (const pid of started) await endOf(pid);
  return { ...finished, starts: started.length };
}

/** Resolves when the server has ended, and its files with it. */
export function endOf(pid: number): Promise<boolean> {
  return eventually("the end of a server", () => !isAlive(pid));
}

/** Whether the process runs. One that has exited keeps its id until its new parent asks, but has no memory any more. */
function isAlive(pid: number): boolean {
  const memory = `/proc/${pid}/statm`;
  try {
    process.kill(pid, 0);
    return !existsSync(memory) || !readFileSync(memory, "utf8").startsWith("0 ");
  } catch {
    return false;
  }
}
