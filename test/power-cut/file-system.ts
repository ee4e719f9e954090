/** File systems in image files, by the system's own commands. */
import { finish } from "../support/child.ts";

export const fileSystems = ["ext4", "xfs", "btrfs"] as const;
export type FileSystem = (typeof fileSystems)[number];

interface Commands {
  /** Makes it in the image that is named last; without discards and later zeroing, which the disk does not have. */
  make: string[];
  /** Ends with 0 if the image that is named last has no fault; changes nothing. */
  check: string[];
}

export const commandsOf: Record<FileSystem, Commands> = {
  ext4: {
    make: ["mkfs.ext4", "-q", "-F", "-E", "nodiscard,lazy_itable_init=0,lazy_journal_init=0"],
    check: ["e2fsck", "-f", "-n"],
  },
  xfs: { make: ["mkfs.xfs", "-q", "-f", "-K"], check: ["xfs_repair", "-n", "-f"] },
  btrfs: { make: ["mkfs.btrfs", "-q", "-f", "-K", "-m", "single"], check: ["btrfs", "check", "--readonly"] },
};

export const makeFileSystem = (fileSystem: FileSystem, image: string) =>
  runCommand([...commandsOf[fileSystem].make, image]);

export const checkFileSystem = (fileSystem: FileSystem, image: string) =>
  runCommand([...commandsOf[fileSystem].check, image]);

/** Over a loop device, which the kernel frees with the mount; a flush of the file system is an fsync of the image. */
export const mountImage = (fileSystem: FileSystem, image: string, folder: string) =>
  runCommand(["mount", "-t", fileSystem, "-o", "loop,noatime", image, folder]);

export const remount = (folder: string, option: string) =>
  runCommand(["mount", "-o", `remount,${option}`, folder]);

export const unmount = (path: string) => runCommand(["umount", path]);

/**
 * @throws Error with what the command said, unless it ends with 0
 * @param descriptors files of this process that the command gets as 3, 4 and so on
 */
export async function runCommand(args: string[], ...descriptors: number[]): Promise<void> {
  const child = Bun.spawn(args, { stdio: ["ignore", "pipe", "pipe", ...descriptors] });
  const { exitCode, stdout, stderr } = await finish(child);
  if (exitCode === 0) return;
  const said = `${stdout}${stderr}`.trim().replaceAll("\n", " | ");
  throw new Error(`${args[0]} ended with exit code ${exitCode}: ${said}`);
}
