import { describe, expect, test } from "bun:test";
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asDataFolderError, DataFolderError } from "../../../src/infra/db/data-folder-error.ts";
import { openStores } from "../../../src/infra/db/open-stores.ts";
import { mountDisk } from "../../support/mount.ts";
import { testWith } from "../../support/test-with.ts";
import { silentLog, temporaryFolder } from "./support.ts";

const somebodyElse = 65_534;

const open = (dataDir: string) => openStores({ dataDir, log: silentLog });

/** In one line, with the folder and what to do. */
async function refusalOf(dataDir: string): Promise<DataFolderError> {
  const refusal = await open(dataDir).then(
    () => undefined,
    (error) => error,
  );
  expect(refusal).toBeInstanceOf(DataFolderError);
  expect(refusal.message).toContain(dataDir);
  expect(refusal.message).not.toContain("\n");
  return refusal;
}

test.each([0o770, 0o775, 0o1777])("a folder of mode %o opens with a warning", async (mode) => {
  using folder = temporaryFolder();
  chmodSync(folder.path, mode);
  const warnings: unknown[][] = [];
  const log = { ...silentLog, warn: (...line: unknown[]) => void warnings.push(line) };
  await (await openStores({ dataDir: folder.path, log })).close();
  expect(warnings).toEqual([[{ path: folder.path }, "The data folder is writable by other users"]]);
});

describe("a folder that cannot be used", () => {
  test("because a file has its name", async () => {
    using folder = temporaryFolder();
    const dataDir = join(folder.path, "file");
    writeFileSync(dataDir, "mine");
    const { fault, message } = await refusalOf(dataDir);
    expect([fault, message]).toEqual(["unusable", expect.stringContaining("choose another with --data")]);
    expect(await Bun.file(dataDir).text()).toBe("mine");
  });

  test.each([0o707, 0o777])("because all users may write to it: mode %o", async (mode) => {
    using folder = temporaryFolder();
    await (await open(folder.path)).close();
    chmodSync(folder.path, mode);
    const { fault, message } = await refusalOf(folder.path);
    expect([fault, message]).toEqual(["unusable", expect.stringContaining("run chmod go-w on it")]);
    chmodSync(folder.path, mode & 0o755);
    await (await open(folder.path)).close();
  });

  testWith("root", "because it belongs to another user: nothing is left in it", async () => {
    using folder = temporaryFolder();
    const dataDir = join(folder.path, "theirs");
    mkdirSync(dataDir);
    chownSync(dataDir, somebodyElse, somebodyElse);
    const { fault, message } = await refusalOf(dataDir);
    expect([fault, message]).toEqual([
      "unusable",
      expect.stringContaining(`belongs to user ${somebodyElse}, but this process runs as user 0`),
    ]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  testWith("root", "because one of its databases belongs to another user", async () => {
    using folder = temporaryFolder();
    await (await open(folder.path)).close();
    chownSync(join(folder.path, "live.db"), somebodyElse, somebodyElse);
    const { message } = await refusalOf(folder.path);
    expect(message).toContain(`live.db belongs to user ${somebodyElse}`);
  });

  testWith("mounts", "because its file system is read-only", async () => {
    using disk = mountDisk("ro");
    const { fault, message } = await refusalOf(disk.path);
    expect([fault, message]).toEqual(["unusable", expect.stringContaining("is not writable")]);
  });

  testWith("mounts", "because its disk is full", async () => {
    using disk = mountDisk("size=128k");
    const { fault, message } = await refusalOf(disk.path);
    expect([fault, message]).toEqual(["full", expect.stringContaining("free some space, then try again")]);
  });

  test("because its lock is no lock", async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "lock.db"), "something that is no database at all");
    const { fault, message } = await refusalOf(folder.path);
    expect([fault, message]).toEqual(["damaged", expect.stringContaining("remove it")]);
  });
});

test.each([
  ["ENOSPC", "full"],
  ["EDQUOT", "full"],
  ["storage_full", "full"],
  ["EIO", "damaged"],
  ["EACCES", "unusable"],
  ["EROFS", "unusable"],
])("%s from the file system is %s", (code, fault) => {
  const error = Object.assign(new Error("it said so"), { code });
  expect(asDataFolderError(error, "/data")).toMatchObject({
    fault,
    message: expect.stringContaining("/data"),
  });
});

test("a bug of ours stays one", () => {
  const mistake = new TypeError("undefined is not a function");
  expect(asDataFolderError(mistake, "/data")).toBe(mistake);
});
