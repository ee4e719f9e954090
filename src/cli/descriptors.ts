import { readFileSync } from "node:fs";
import type { Deps } from "../infra/deps.ts";

/** Each connection takes one; databases, webhook receivers and the process itself take some hundreds. */
const descriptorsMin = 4_096;

/**
 * Warns if the system allows few open files, which limits connections. At that limit Bun accepts no connection and
 * keeps a processor busy until others close. Linux only.
 */
export function warnOfFewDescriptors(log: Pick<Deps["log"], "warn">, limits = readLimits()): void {
  const limit = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  if (limit === undefined || Number(limit) >= descriptorsMin) return;
  log.warn(
    { open_files_max: Number(limit), wanted: descriptorsMin },
    "The limit of open files allows few connections. Raise it with ulimit -n, or LimitNOFILE in the systemd unit",
  );
}

/** proc_pid_limits(5); empty without /proc. */
function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
