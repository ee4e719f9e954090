import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCodes } from "../../src/cli/exit-code.ts";
import { openConnection } from "../../src/infra/db/connection.ts";
import { platform } from "../support/fixtures.ts";
import { eventually } from "../support/harness.ts";
import { mountDisk } from "../support/mount.ts";
import { describeWith, testWith } from "../support/test-with.ts";
import { executable, run, serve } from "./executable.ts";
import { contentsOf, createShipment, prepareFolder } from "./prepared.ts";

/** What the executable says of data folders that it cannot use. */

const somebodyElse = 65_534;
const timeoutMs = 150_000;

let folder: string;
/** A data folder with something in it, as a server leaves it. */
let whole: string;
let keys: { sandbox: string; live: string };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill-folder-"));
  whole = join(folder, "whole");
  ({ keys } = await prepareFolder(whole));
});
afterAll(() => rmSync(folder, { recursive: true }));

function copyOfWhole(): string {
  const path = mkdtempSync(join(folder, "copy-"));
  cpSync(whole, path, { recursive: true });
  return path;
}

/** One line that names the folder, the exit code of the table, and nothing changed. */
async function expectRefusal(dataDir: string, exitCode: number, what: RegExp): Promise<void> {
  const before = contentsOf(dataDir);
  const refused = await run(["serve", "--port", "0", "--data", dataDir], { cwd: folder, timeoutMs });
  expect([refused.exitCode, refused.stdout]).toEqual([exitCode, ""]);
  expect(refused.stderr).toMatch(/^waybill: [^\n]+\n$/);
  expect(refused.stderr).toMatch(what);
  expect(contentsOf(dataDir)).toEqual(before);
}

describe("a data folder", () => {
  test("of a newer version", async () => {
    const dataDir = copyOfWhole();
    const connection = openConnection(join(dataDir, "live.db"), undefined);
    connection.exec("INSERT INTO migrations (name, sha256) VALUES ('9999_later', '')");
    connection.close();
    await expectRefusal(
      dataDir,
      exitCodes.newer.code,
      /live\.db has the migration 9999_later.*Use that version/,
    );
  });

  test("that is a file", async () => {
    const path = join(folder, "a-file");
    writeFileSync(path, "mine");
    const refused = await run(["serve", "--port", "0", "--data", path], { cwd: folder, timeoutMs });
    expect(refused.exitCode).toBe(exitCodes.unusable.code);
    expect(refused.stderr).toContain(`cannot use the data folder ${path}`);
    expect(readFileSync(path, "utf8")).toBe("mine");
  });

  testWith("root", "that belongs to another user", async () => {
    const dataDir = copyOfWhole();
    chownSync(dataDir, somebodyElse, somebodyElse);
    await expectRefusal(dataDir, exitCodes.unusable.code, /belongs to user 65534.*run waybill as its owner/);
  });

  testWith("root", "that this user may not read", async () => {
    const dataDir = copyOfWhole();
    const other = Bun.spawnSync(
      [
        "setpriv",
        `--reuid=${somebodyElse}`,
        "--clear-groups",
        executable,
        "serve",
        "--port",
        "0",
        "--data",
        dataDir,
      ],
      { cwd: "/", stdout: "pipe", stderr: "pipe" },
    );
    expect(other.exitCode).toBe(exitCodes.unusable.code);
    expect(other.stderr.toString()).toMatch(/^waybill: [^\n]+\n$/);
  });

  test("without its live database", async () => {
    const dataDir = copyOfWhole();
    rmSync(join(dataDir, "live.db"));
    await expectRefusal(dataDir, exitCodes.damaged.code, /live\.db is missing/);
  });
});

test("a table that is damaged in a large file: it is not ready, and the log says which file and what to do", async () => {
  const dataDir = copyOfWhole();
  const path = join(dataDir, "live.db");
  const connection = openConnection(path, undefined);
  // A start reads only small files through.
  connection.exec(`INSERT INTO proof_images (shipment_id, name, content_type, sha256, content)
    SELECT id, 'photo-1', 'image/png', '', zeroblob(4194304) FROM shipments LIMIT 1`);
  const root = connection
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'shipments'")
    .pluck()
    .get();
  const pageBytes = Number(connection.pragma("page_size", { simple: true }));
  connection.close();
  const content = readFileSync(path);
  const begin = (Number(root) - 1) * pageBytes;
  writeFileSync(path, content.fill(0xa5, begin, begin + 8));
  const serving = await serve(dataDir, { cwd: folder });
  await createShipment(serving.url, keys.live);
  expect((await fetch(`${serving.url}/readyz`)).status).toBe(503);
  serving.kill("SIGTERM");
  const { stderr } = await serving.exited;
  const remedy = `${path} is damaged (database disk image is malformed): check the disk`;
  expect(stderr.split(remedy)).toHaveLength(2);
});

describeWith("mounts", "a small file system", () => {
  test("that is full", async () => {
    using disk = mountDisk("size=1m");
    const refused = await run(["serve", "--port", "0", "--data", join(disk.path, "data")], {
      cwd: folder,
      timeoutMs,
    });
    expect(refused.exitCode).toBe(exitCodes.tryLater.code);
    expect(refused.stderr).toMatch(/^waybill: the disk of the [^\n]+ is full: free some space[^\n]+\n$/);
  });

  test("that fills up: reads go on, writes are refused, and again when there is space", async () => {
    using disk = mountDisk("size=64m");
    const dataDir = join(disk.path, "data");
    cpSync(whole, dataDir, { recursive: true });
    const serving = await serve(dataDir, { cwd: folder, env: { WAYBILL_MIN_FREE_MB: "32" } });
    const ready = async () => (await fetch(`${serving.url}/readyz`)).status;
    expect([await ready(), await createShipment(serving.url, keys.live)]).toEqual([200, 201]);
    const filling = join(disk.path, "filling");
    writeFileSync(filling, new Uint8Array(40 * 1024 * 1024));
    await eventually("the full disk to be seen", async () => (await ready()) === 503 || undefined);
    expect([
      await createShipment(serving.url, keys.live),
      await createShipment(serving.url, keys.sandbox),
    ]).toEqual([503, 503]);
    const read = await fetch(`${serving.url}${platform}/shipments`, {
      headers: { "x-api-key": keys.live },
    });
    expect(read.status).toBe(200);
    rmSync(filling);
    await eventually("the space to be seen", async () => (await ready()) === 200 || undefined);
    expect(await createShipment(serving.url, keys.live)).toBe(201);
    serving.kill("SIGTERM");
    const { exitCode, stderr } = await serving.exited;
    expect(exitCode).toBe(0);
    // Said once, however often it was met.
    const lines = stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const warned = lines.filter(({ level }) => level > 30);
    // The installation has live shipments: the start says what is missing.
    expect(warned.map(({ kind }) => kind).filter(Boolean)).toEqual([
      "address_is_local",
      "no_backup_elsewhere",
    ]);
    const complaints = warned.filter(({ kind }) => kind === undefined).map(({ msg }) => msg);
    expect(complaints).toEqual(["Disk nearly full: writes are refused until space is freed"]);
    const live = openConnection(join(dataDir, "live.db"), undefined);
    expect(live.prepare("SELECT count(*) FROM shipments").pluck().get()).toBe(12);
    live.close();
  });
});
