import { closeSync, openSync, readFileSync } from "node:fs";
import { commandsOf, type FileSystem } from "./file-system.ts";

const devices = ["/dev/fuse", "/dev/loop-control"];
const commands = ["losetup", "mount", "umount", "unshare"];
/** Whoever has it may mount. */
const systemAdministrationBit = 21n;

/** @returns in words what keeps a disk of our own from being made here, or undefined */
export function findMissingRequirement(fileSystem: FileSystem): string | undefined {
  if (process.platform !== "linux") return "this is not Linux";
  if (!mayMount()) return "only root can mount file systems here";
  const closed = devices.find((device) => !canOpen(device));
  if (closed !== undefined) return `${closed} cannot be opened here`;
  const { make, check } = commandsOf[fileSystem];
  const missing = [...commands, make[0], check[0]].find((name) => Bun.which(name ?? "") === null);
  if (missing !== undefined) return `there is no ${missing} here`;
  return hasFreeLoopDevice() ? undefined : "there is no free loop device here";
}

function mayMount(): boolean {
  const [, capabilities = "0"] = /^CapEff:\s*(\w+)/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return ((BigInt(`0x${capabilities}`) >> systemAdministrationBit) & 1n) === 1n;
}

/** A container may be allowed loop devices and have no file for them. */
function hasFreeLoopDevice(): boolean {
  const { success, stdout } = Bun.spawnSync(["losetup", "--find"]);
  return success && canOpen(stdout.toString().trim());
}

function canOpen(device: string): boolean {
  try {
    closeSync(openSync(device, "r+"));
    return true;
  } catch {
    return false;
  }
}
