import { expect, test } from "bun:test";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { mountDisk } from "../../support/mount.ts";
import { testWith } from "../../support/test-with.ts";
import { spawnWriter, temporaryFolder, textOf } from "./support.ts";

/** Runs a process that unpacks the addon, until its first acknowledged write; returns the addon's path. */
async function unpackedIn(dataDir: string): Promise<string> {
  const writer = spawnWriter(dataDir, "embedded-addon.ts");
  const { value } = await writer.stdout.getReader().read();
  writer.kill("SIGKILL");
  await writer.exited;
  expect(value).toBeDefined();
  const [file = "", ...others] = readdirSync(join(dataDir, "native"));
  expect(others).toEqual([]);
  return join(dataDir, "native", file);
}

test("the addon is unpacked once, for the owner alone, and works in both threads", async () => {
  using folder = temporaryFolder();
  const addon = await unpackedIn(folder.path);
  const { mode, ino } = statSync(addon);
  expect(mode & 0o777).toBe(0o700);
  expect(statSync(await unpackedIn(folder.path)).ino).toBe(ino);
});

test("an addon that was changed is not loaded", async () => {
  using folder = temporaryFolder();
  const addon = await unpackedIn(folder.path);
  const content = readFileSync(addon);
  writeFileSync(addon, "something else");
  await unpackedIn(folder.path);
  expect(readFileSync(addon).equals(content)).toBe(true);
});

test("an addon is not loaded from a folder where others may put one", async () => {
  using folder = temporaryFolder();
  const addon = await unpackedIn(folder.path);
  chmodSync(dirname(addon), 0o777);
  const writer = spawnWriter(folder.path, "embedded-addon.ts");
  expect([await writer.exited, await textOf(writer.stderr)]).toEqual([
    1,
    expect.stringMatching(/^unusable: \S+native is writable by other users/),
  ]);
});

test("what other versions left, and what was never finished, goes", async () => {
  using folder = temporaryFolder();
  const addon = await unpackedIn(folder.path);
  for (const left of ["better-sqlite3-older.node", `${basename(addon)}.4711`]) {
    writeFileSync(join(dirname(addon), left), "left");
  }
  expect(await unpackedIn(folder.path)).toBe(addon);
});

testWith(
  "mounts",
  "a disk that is full during unpacking is left without the part that was written",
  async () => {
    using disk = mountDisk("size=128k");
    const writer = spawnWriter(disk.path, "embedded-addon.ts");
    expect([await writer.exited, await textOf(writer.stderr)]).toEqual([
      1,
      expect.stringContaining("is full: free some space"),
    ]);
    expect(readdirSync(join(disk.path, "native"))).toEqual([]);
  },
);

testWith("mounts", "a folder mounted noexec is refused with what to do", async () => {
  using disk = mountDisk("noexec");
  const writer = spawnWriter(disk.path, "embedded-addon.ts");
  expect(await writer.exited).toBe(1);
  expect(await textOf(writer.stderr)).toMatch(
    /^unusable: .*mount it with exec or choose another folder with --data/,
  );
});
