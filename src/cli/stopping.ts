import { readFileSync } from "node:fs";
import { exitCodes } from "./exit-code.ts";

const lookForParentMs = 250;

const hangUpBit = 1n;

/** Resolves at SIGTERM, SIGINT or SIGHUP (its terminal was closed); a second one ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = (exitCode: number) => () => {
      if (asked) process.exit(exitCode);
      asked = true;
      resolve();
    };
    process.on("SIGTERM", stop(exitCodes.terminated.code));
    process.on("SIGINT", stop(exitCodes.interrupted.code));
    if (!outlivesTerminal()) process.on("SIGHUP", stop(exitCodes.hungUp.code));
  });
}

/**
 * Whether SIGHUP is ignored from the start, as nohup(1) has it: a listener would undo that. Known on Linux only, and
 * elsewhere left as it is.
 */
function outlivesTerminal(): boolean {
  const ignored = /^SigIgn:\s*([\da-f]+)$/m.exec(readProcess("status"))?.[1];
  return ignored === undefined || (BigInt(`0x${ignored}`) & hangUpBit) !== 0n;
}

/** Resolves soon after the process that started this one has ended: an orphan gets another parent, or keeps a dead one. */
export function parentEnd(): Promise<void> {
  const parent = process.ppid;
  if (isAdopted(parent)) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent && isAlive(parent)) return;
      clearInterval(timer);
      resolve();
    }, lookForParentMs);
    timer.unref();
  });
}

/**
 * Whether who started this process had ended already: a child is of its parent's session, unless it leads one itself.
 * Known on Linux only, and not of a parent outside of the container.
 */
function isAdopted(parent: number): boolean {
  const session = sessionOf("self");
  const parents = sessionOf(parent);
  return session !== process.pid && session !== parents && parents !== undefined;
}

/** The session's id is the sixth field of proc_pid_stat(5); the second may hold blanks and brackets. */
function sessionOf(process: number | "self"): number | undefined {
  const fields = readProcess("stat", process).split(") ").at(-1)?.split(" ") ?? [];
  return fields[3] === undefined ? undefined : Number(fields[3]);
}

/** Empty where there is no such process, or no /proc. */
function readProcess(file: "stat" | "status", process: number | "self" = "self"): string {
  try {
    return readFileSync(`/proc/${process}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** Whether there is a process of this id, whoever's it is. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
