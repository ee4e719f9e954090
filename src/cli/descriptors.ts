import { readFileSync } from "node:fs";
import type { Deps } from "../infra/deps.ts";

/** A connection takes one; databases, receivers and the process itself take some hundreds. */
const descriptorsMin = 4_096;

/**
 * Warns where few connections can be open at once. Bun has no limit of its own for them: at the system's it takes no
 * new one, and asks for it again and again, until others close. Known on Linux only.
 */
export function warnOfFewDescriptors(log: Pick<Deps["log"], "warn">, limits = readLimits()): void {
  const limit = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  if (limit === undefined || Number(limit) >= descriptorsMin) return;
  log.warn(
    { open_files_max: Number(limit), wanted: descriptorsMin },
    "The limit of open files allows few connections. Raise it with ulimit -n, or LimitNOFILE in the systemd unit",
  );
}

/** proc_pid_limits(5); empty where there is no /proc. */
function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
