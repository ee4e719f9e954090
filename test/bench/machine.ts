import { readFileSync, realpathSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { version } from "../../package.json";

/** What a figure was measured with: it says nothing without. */
export interface Machine {
  version: string;
  bun: string;
  kernel: string;
  processor: string;
  cores: number;
  memory_megabytes: number;
  folder: string;
  /** Of the folder; in `tmpfs` a sync costs nothing. */
  file_system: string;
}

export function describeMachine(folder: string): Machine {
  const [{ model } = { model: "unknown" }] = cpus();
  return {
    version,
    bun: Bun.version,
    kernel: `${type()} ${release()}`,
    processor: model,
    cores: cpus().length,
    memory_megabytes: Math.round(totalmem() / 1024 ** 2),
    folder,
    file_system: fileSystemOf(realpathSync(folder)),
  };
}

/** By proc_pid_mounts(5): the deepest place that something is mounted at above the folder, and of those the last. */
function fileSystemOf(folder: string): string {
  try {
    const mounts = readFileSync("/proc/self/mounts", "utf8").trimEnd().split("\n");
    const above = mounts
      .map((line) => line.split(" "))
      .filter(([, place = ""]) => `${folder}/`.startsWith(place.replace(/\/?$/, "/")))
      .toSorted(([, one = ""], [, other = ""]) => one.length - other.length);
    return above.at(-1)?.[2] ?? "unknown";
  } catch {
    return "unknown";
  }
}
