import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unpackTar } from "modern-tar";
import { version } from "../../package.json";
import { dayMs } from "../../src/infra/units.ts";
import { expectProblem } from "../api/problem.ts";
import { temporaryFolder } from "../infra/db/support.ts";
import { createClock, type TestClock } from "../support/clock.ts";
import { eventually, startServer, type TestServer } from "../support/harness.ts";
import { createOperator, type TestOperator } from "../support/operator.ts";

const place = temporaryFolder();
const backupFolder = join(place.path, "backups");
const backups = "/api/v1/operator/backups";
let server: TestServer;
let operator: TestOperator;
let clock: TestClock;

beforeAll(async () => {
  clock = createClock();
  server = await startServer({ config: { backupFolder, backupKeep: 3 }, replacements: { clock } });
  operator = await createOperator(server);
});
afterAll(async () => {
  await server.stop();
  place[Symbol.dispose]();
});

const list = async () => (await operator.session.get(backups)).body;

async function take() {
  const begun = await operator.session.post(backups);
  expect(begun.status).toBe(202);
  return eventually("the end of the backup", async () => {
    const seen = await list();
    return seen.running === null ? seen : undefined;
  });
}

test("one is taken now, shows its progress, and is listed with what it holds and when it ends", async () => {
  expect(await list()).toEqual({
    folder: backupFolder,
    keep: 3,
    hour: 2,
    data: [],
    unreadable: null,
    off_site: null,
    is_elsewhere: false,
    running: null,
    last_failure: null,
    restore_check: null,
    checking: null,
    check_schedule: "weekly",
  });
  const begun = await operator.session.post(backups);
  expect([begun.status, begun.body.running]).toEqual([
    202,
    expect.objectContaining({ database: null, share: 0 }),
  ]);
  const second = await operator.session.post(backups);
  expectProblem(server, second, { status: 409, code: "backup_running" });
  await eventually("progress", async () => {
    const { running } = await list();
    return running === null || running.database !== null || undefined;
  });
  const { data, last_failure } = await eventually("its end", async () => {
    const seen = await list();
    return seen.running === null ? seen : undefined;
  });
  expect(last_failure).toBeNull();
  const [name = ""] = readdirSync(backupFolder).filter((each) => each.startsWith("waybill-"));
  expect(data).toEqual([
    {
      name,
      path: join(backupFolder, name),
      at: expect.stringMatching(/Z$/),
      size_bytes: expect.any(Number),
      version,
      databases: ["accounts", "live", "sandbox", "telemetry"].map((database) => ({
        name: database,
        size_bytes: expect.any(Number),
        schema: expect.stringMatching(/^\d{4}_/),
      })),
      ends_at: new Date(Date.parse(data[0].at) + 3 * dayMs).toISOString(),
    },
  ]);
  const older = data[0];
  expect((await take()).data.map((backup: { ends_at: string }) => Date.parse(backup.ends_at))).toEqual([
    expect.any(Number),
    expect.any(Number),
  ]);
  const [newest, next] = (await list()).data;
  expect(next.name).toBe(older.name);
  // Of a day that is over only the newest stays.
  const isSameDay = next.at.slice(0, 10) === newest.at.slice(0, 10);
  expect(Date.parse(next.ends_at) - Date.parse(newest.ends_at)).toBe(isSameDay ? -2 * dayMs : -dayMs);
  const entries = (await operator.session.get("/api/v1/audit?action=backup.taken")).body.data;
  expect(entries).toHaveLength(2);
});

test("any backup can be restored for a check, whose result is shown", async () => {
  const { data } = await list();
  const { name, path } = data.at(-1);
  const begun = await operator.session.post(`${backups}/${name}/check`);
  expect([begun.status, begun.body.checking]).toEqual([202, name]);
  const second = await operator.session.post(`${backups}/${data[0].name}/check`);
  expectProblem(server, second, { status: 409, code: "backup_running" });
  const { restore_check } = await eventually("the result", async () => {
    const seen = await list();
    return seen.checking === null ? seen : undefined;
  });
  expect(restore_check).toMatchObject({ backup: path, result: "ok", message: null });
  const [entry] = (await operator.session.get("/api/v1/audit?action=backup.checked")).body.data;
  expect(entry.target).toEqual({ type: "backup", id: name, name });
  const unknown = await operator.session.post(`${backups}/waybill-2020-01-01T000000Z/check`);
  expectProblem(server, unknown, { status: 404, code: "not_found" });
});

test("a download is one archive with sums that are right, and is written down", async () => {
  const [{ name, databases }] = (await list()).data;
  const files = await operator.session.get(`${backups}/${name}`);
  expect(files.body.files.map((file: { name: string }) => file.name)).toEqual([
    ...databases.map((database: { name: string }) => `${database.name}.db`),
    "SHA256SUMS",
    "backup.json",
  ]);
  const response = await fetch(`${server.url}${backups}/${name}/archive`, {
    headers: { cookie: operator.cookie, "sec-fetch-site": "same-origin" },
  });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/x-tar"]);
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${name}.tar"`);
  const unpacked = await unpackTar(await response.arrayBuffer());
  expect(
    unpacked.map(({ header, data = new Uint8Array() }) => ({
      name: header.name.replace(`${name}/`, ""),
      size_bytes: data.length,
      sha256: header.name.endsWith(".db")
        ? new Bun.CryptoHasher("sha256", undefined).update(data).digest("hex")
        : null,
    })),
  ).toEqual(files.body.files);
  const [entry] = (await operator.session.get("/api/v1/audit?action=backup.downloaded")).body.data;
  expect(entry).toMatchObject({ target: { type: "backup", id: name }, actor: { email: operator.email } });
});

test("a folder whose backup.json does not describe a backup is none, and nothing outside is read", async () => {
  const { data } = await list();
  const whole = JSON.parse(readFileSync(join(data[0].path, "backup.json"), "utf8"));
  const [first, ...others] = whole.databases;
  const spoilt = [
    { ...whole, databases: [...whole.databases, { ...first, file: "../../outside" }] },
    { ...whole, databases: undefined },
    { ...whole, databases: others },
    { ...whole, databases: [{ ...first, bytes: "1" }, ...others] },
    { ...whole, taken_at: "yesterday" },
    null,
  ];
  const name = "waybill-2020-01-02T000000Z";
  mkdirSync(join(backupFolder, name));
  for (const manifest of spoilt) {
    writeFileSync(join(backupFolder, name, "backup.json"), JSON.stringify(manifest));
    expect((await list()).data).toEqual(data);
    for (const path of [name, `${name}/archive`]) {
      expect((await operator.session.get(`${backups}/${path}`)).status).toBe(404);
    }
  }
  rmSync(join(backupFolder, name), { recursive: true });
});

test("a download needs the password again after 15 minutes, and names of others' folders find nothing", async () => {
  const [{ name }] = (await list()).data;
  for (const other of ["waybill-2020-01-01T000000Z", `${name}.unfinished`, "lock.db"]) {
    for (const path of [other, `${other}/archive`]) {
      expect((await operator.session.get(`${backups}/${path}`)).status).toBe(404);
    }
  }
  mkdirSync(join(backupFolder, "waybill-2020-01-01T000000Z"));
  const foreign = { installation: "0123456789abcdef", databases: [] };
  writeFileSync(join(backupFolder, "waybill-2020-01-01T000000Z", "backup.json"), JSON.stringify(foreign));
  const answer = await operator.session.get(`${backups}/waybill-2020-01-01T000000Z/archive`);
  expectProblem(server, answer, { status: 404, code: "not_found" });
  clock.advance(16 * 60);
  for (const path of [name, `${name}/archive`]) {
    const late = await operator.session.get(`${backups}/${path}`);
    expectProblem(server, late, { status: 403, code: "confirmation_required" });
  }
});

test("a failure is told in words, and an unreadable folder says why", async () => {
  using other = temporaryFolder();
  const folder = join(other.path, "backups");
  writeFileSync(folder, "in the way");
  const broken = await startServer({ config: { backupFolder: folder } });
  const own = await createOperator(broken);
  expect((await own.session.get(backups)).body.unreadable).toContain("ENOTDIR");
  expect((await own.session.post(backups)).status).toBe(202);
  const failed = await eventually("a failure", async () => {
    const { body } = await own.session.get(backups);
    return body.last_failure ?? undefined;
  });
  expect(failed.message).toContain(folder);
  rmSync(folder);
  expect((await own.session.post(backups)).status).toBe(202);
  await eventually(
    "its end",
    async () => (await own.session.get(backups)).body.running === null || undefined,
  );
  expect((await own.session.get(backups)).body).toMatchObject({ last_failure: null, data: [{ version }] });
  await broken.stop();

  const without = await startServer();
  const { session } = await createOperator(without);
  expect((await session.get(backups)).body).toMatchObject({ folder: null, data: [] });
  expectProblem(without, await session.post(backups), { status: 409, code: "backups_not_set_up" });
  await without.stop();
});
