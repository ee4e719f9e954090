import { exitCodes } from "./exit-code.ts";

const lookForParentMs = 250;

/** Resolves at SIGTERM or SIGINT; a second one ends the process at once. */
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
  });
}

/** Resolves soon after the process that started this one has ended: an orphan gets another parent, or keeps a dead one. */
export function parentEnd(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent && isAlive(parent)) return;
      clearInterval(timer);
      resolve();
    }, lookForParentMs);
    timer.unref();
  });
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
