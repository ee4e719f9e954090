import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Mounted extends Disposable {
  path: string;
  remount(options: string): void;
}

/**
 * A small file system in memory, there until the block ends: `using disk = mountDisk("size=1m")`.
 * @throws Error where mounting is not allowed
 */
export function mountDisk(options: string, path = mkdtempSync(join(tmpdir(), "waybill-disk-"))): Mounted {
  mkdirSync(path, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `mode=700,${options}`, "waybill-test", path], {
    stdio: "pipe",
  });
  return {
    path,
    remount: (changed) => void execFileSync("mount", ["-o", `remount,${changed}`, path]),
    [Symbol.dispose]() {
      execFileSync("umount", [path]);
      rmSync(path, { recursive: true });
    },
  };
}

/** Whether tests may mount file systems. */
export function mayMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  try {
    mountDisk("size=4k")[Symbol.dispose]();
    return true;
  } catch {
    return false;
  }
}
