/** Where a run of the tests keeps its files. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memoryFolder = "/dev/shm";
/** Executables are made there too, each of 100 MB. */
const memoryMinBytes = 4e9;

/**
 * A folder in memory, where there is enough of it and programs may run from it; else in the temporary folder. What a
 * disk does when the power fails is tested on disks that the tests make.
 */
export function makeScratchFolder(): string {
  const folder = mkdtempSync(join(isMemoryUsable() ? memoryFolder : tmpdir(), "waybill-test-"));
  // As the folder that holds it: some tests run a program as another user.
  chmodSync(folder, 0o755);
  return folder;
}

function isMemoryUsable(): boolean {
  if (!existsSync(memoryFolder)) return false;
  const { bavail, bsize } = statfsSync(memoryFolder);
  const mount = new RegExp(`^\\S+ ${memoryFolder} \\S+ (\\S+)`, "m").exec(
    readFileSync("/proc/mounts", "utf8"),
  );
  const options = mount?.[1]?.split(",") ?? ["noexec"];
  return bavail * bsize >= memoryMinBytes && !options.includes("noexec");
}
