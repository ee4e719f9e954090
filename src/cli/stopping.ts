import { readFileSync } from "node:fs";
import { exitCodes } from "./exit-code.ts";

const parentPollMs = 250;

const hangUpBit = 1n;

/** Resolves at SIGTERM, SIGINT or SIGHUP (the terminal closed). A second signal exits immediately. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let stopRequested = false;
    const stop = (exitCode: number) => () => {
      if (stopRequested) process.exit(exitCode);
      stopRequested = true;
      resolve();
    };
    process.on("SIGTERM", stop(exitCodes.terminated.code));
    process.on("SIGINT", stop(exitCodes.interrupted.code));
    if (!ignoresHangUp()) process.on("SIGHUP", stop(exitCodes.hungUp.code));
  });
}

/**
 * Whether the process was started with SIGHUP ignored, as by nohup(1). A listener would undo that. Only Linux tells;
 * elsewhere the answer is yes.
 */
function ignoresHangUp(): boolean {
  const ignored = /^SigIgn:\s*([\da-f]+)$/m.exec(readProcess("status"))?.[1];
  return ignored === undefined || (BigInt(`0x${ignored}`) & hangUpBit) !== 0n;
}

/** Resolves soon after the parent process exits. An orphan gets a new parent, or keeps a dead one. */
export function parentEnd(): Promise<void> {
  const parent = process.ppid;
  if (isOrphan(parent)) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent && isAlive(parent)) return;
      clearInterval(timer);
      resolve();
    }, parentPollMs);
    timer.unref();
  });
}

/**
 * Whether the parent had already exited: a child shares its parent's session unless it leads its own. Works on Linux
 * only, and not for a parent outside the container.
 */
function isOrphan(parent: number): boolean {
  const session = sessionOf("self");
  const parents = sessionOf(parent);
  return session !== process.pid && session !== parents && parents !== undefined;
}

/** The session id is the sixth field of proc_pid_stat(5). The second may contain spaces and parentheses. */
function sessionOf(process: number | "self"): number | undefined {
  const fields = readProcess("stat", process).split(") ").at(-1)?.split(" ") ?? [];
  return fields[3] === undefined ? undefined : Number(fields[3]);
}

/** Empty without such a process, or without /proc. */
function readProcess(file: "stat" | "status", process: number | "self" = "self"): string {
  try {
    return readFileSync(`/proc/${process}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** Whether the process exists, whatever its owner. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
