import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCodes } from "../../src/cli/exit-code.ts";
import { startServer, type TestServer } from "../support/harness.ts";
import { typed } from "./typed.ts";

let folder: string;
let server: TestServer;
let data: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill-cli-backup-"));
  server = await startServer();
  data = server.deps.config.data;
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

test("backup beside a running server says how far it is, and where the backup is", async () => {
  const backups = join(folder, "backups");
  const { exitCode, stdout, stderr } = await typed(["backup", backups, "--data", data]);
  expect([exitCode, stderr]).toEqual([exitCodes.done.code, ""]);
  const [name] = readdirSync(backups).filter((entry) => entry !== "lock.db");
  expect(stdout).toMatch(/0 % {2}copying telemetry\.db, \d\.\d MB/);
  expect(stdout).toMatch(/100 % {2}synced to disk/);
  expect(stdout).toEndWith(`MB to ${join(backups, String(name))}.\n`);
});

test("backup --json prints what was made, and nothing else", async () => {
  const { exitCode, stdout, stderr } = await typed([
    "backup",
    join(folder, "json"),
    "--data",
    data,
    "--json",
  ]);
  expect([exitCode, stderr]).toEqual([exitCodes.done.code, ""]);
  const { path, databases, removed } = JSON.parse(stdout);
  expect([existsSync(join(path, "live.db")), databases.length, removed]).toEqual([true, 4, []]);
});

test.each([
  [
    "no storage to upload to",
    ["full", "--upload", "x"],
    exitCodes.usage.code,
    "set WAYBILL_BACKUP_S3_ENDPOINT",
  ],
  ["no folder", [], exitCodes.usage.code, "name a backup folder, or set WAYBILL_BACKUP_FOLDER"],
  ["the data folder", ["."], exitCodes.unusable.code, "is inside the data folder"],
  [
    "too little space",
    ["full", "--min-free-mb", "1000000"],
    exitCodes.tryLater.code,
    "not enough disk space",
  ],
])("backup is refused, and makes nothing: %s", async (_what, args, code, why) => {
  const [where, ...flags] = args;
  const named = where === undefined ? [] : [where === "." ? data : join(folder, where)];
  const before = readdirSync(data);
  const { exitCode, stdout, stderr } = await typed(["backup", ...named, ...flags, "--data", data]);
  expect([exitCode, stdout]).toEqual([code, ""]);
  expect(stderr).toMatch(/^waybill: [^\n]+\n$/);
  expect(stderr).toContain(why);
  expect(readdirSync(data)).toEqual(before);
});

test("backup of no installation is refused", async () => {
  const { exitCode, stderr } = await typed(["backup", folder, "--data", join(folder, "nothing")]);
  expect(exitCode).toBe(exitCodes.unusable.code);
  expect(stderr).toContain("no installation in");
});
