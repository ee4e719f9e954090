import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noteBackup } from "../../src/infra/backups/elsewhere.ts";
import { audience } from "../../src/infra/public-address.ts";
import { bytesPerMb, dayMs } from "../../src/infra/units.ts";
import { type GoingLiveFacts, goingLiveNeeds } from "../../src/operator/going-live-need.ts";
import { listNeeds } from "../../src/operator/needs.ts";
import { run } from "../cli/run.ts";
import { createClock, type TestClock } from "../support/clock.ts";
import { createShipment } from "../support/fixtures.ts";
import { type Answer, eventually, startServer, type TestServer } from "../support/harness.ts";
import { createOperator, type TestOperator } from "../support/operator.ts";

/** What is missing before people rely on an installation: until then advice, after the first live shipment urgent. */

/** Memory is a file system of its own on every Linux machine. The data folders may be there: then this is a disk. */
const isDataInMemory = statSync(tmpdir()).dev === statSync("/dev/shm").dev;
const otherDisk = mkdtempSync(join(isDataInMemory ? "/var/tmp" : "/dev/shm", "waybill-backups-"));
const afterwards: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of afterwards) await stop();
  rmSync(otherDisk, { recursive: true });
});

type Need = Answer["body"];

interface Scene {
  server: TestServer;
  clock: TestClock;
  operator: TestOperator;
  needs(): Promise<Need[]>;
  kinds(): Promise<string[]>;
  urgent(): Promise<string[]>;
  overview(): Promise<Answer["body"]>;
}

const local = [
  "address_is_local",
  "no_backup_elsewhere",
  "no_second_factor",
  "no_secret_key",
  "recipients_unreachable",
  "no_geocoder",
  "no_map",
];

async function scene(config: Parameters<typeof startServer>[0] = {}): Promise<Scene> {
  // Backups are dated by a process of their own, by real time.
  const clock = createClock(Date.now());
  const server = await startServer({ ...config, replacements: { clock } });
  afterwards.push(() => server.stop());
  audience(server.deps).isPeople = true;
  const operator = await createOperator(server);
  const read = async (path: string) => (await operator.session.get(`/api/v1/operator/${path}`)).body;
  const needs = async (): Promise<Need[]> => {
    // What was found is good for some seconds.
    clock.advance(6);
    return (await read("needs")).data;
  };
  return {
    server,
    clock,
    operator,
    needs,
    // Asked without a session, which ends where the clock moves by days.
    async kinds() {
      clock.advance(6);
      return (await listNeeds(server.deps)).map(({ kind }) => kind);
    },
    urgent: async () => (await needs()).filter((need) => need.is_urgent).map((need) => need.kind),
    async overview() {
      clock.advance(6);
      return (await read("overview")).installation;
    },
  };
}

const path = (kind: string) => `/api/v1/operator/needs/${kind}/dismissal`;

describe("a fresh local installation", () => {
  let fresh: Scene;
  beforeAll(async () => {
    fresh = await scene();
  });

  test("lists what is missing, each with what ends it, and is not urgent", async () => {
    const needs = await fresh.needs();
    expect(needs.map(({ kind }) => kind)).toEqual(local);
    expect(needs.filter(({ is_urgent, remedy }) => is_urgent || remedy === null)).toEqual([]);
    expect(needs[0]).toEqual({
      id: "address_is_local",
      kind: "address_is_local",
      account_id: null,
      account_name: null,
      environment: null,
      webhook_id: null,
      message:
        "Only this machine can open Waybill, and no phone: codes to scan and links in emails lead nowhere.",
      since: null,
      is_urgent: false,
      remedy:
        "Give it the name of this machine; Waybill gets a certificate. Set it where Waybill gets its settings, and restart.",
      command: "WAYBILL_DOMAIN=waybill.example.com",
      dismissed_at: null,
      dismissed_by: null,
    });
    const { needs: wrong, before_live } = await fresh.overview();
    expect([wrong, before_live.map(({ kind }: { kind: string }) => kind)]).toEqual([[], local]);
  });

  test("its command for a key makes a file that nobody else reads", async () => {
    const needs = await fresh.needs();
    const { command } = needs.find(({ kind }) => kind === "no_secret_key") ?? {};
    const folder = mkdtempSync(join(tmpdir(), "waybill-key-"));
    // In the place of a program that not every machine has.
    writeFileSync(join(folder, "openssl"), '#!/bin/sh\necho "$*"\n', { mode: 0o755 });
    const { exitCode } = Bun.spawnSync(["sh", "-c", `umask 022; PATH=.:$PATH; ${command}`], { cwd: folder });
    const key = join(folder, "waybill.key");
    const made = [exitCode, readFileSync(key, "utf8"), (statSync(key).mode & 0o777).toString(8)];
    rmSync(folder, { recursive: true });
    expect(made).toEqual([0, "rand -base64 32\n", "600"]);
  });

  test("says who left something as it is and when, until somebody takes that back", async () => {
    const at = new Date(fresh.clock.now()).toISOString();
    const answer = await fresh.operator.session.post(path("no_map"));
    expect(answer.status).toBe(200);
    const dismissed = { kind: "no_map", is_urgent: false, dismissed_at: at };
    expect(answer.body).toMatchObject({
      ...dismissed,
      dismissed_by: { kind: "user", name: fresh.operator.email },
    });
    const { needs: wrong, before_live } = await fresh.overview();
    expect(wrong).toEqual([]);
    expect(before_live.at(-1)).toMatchObject(dismissed);

    expect((await fresh.operator.session.delete(path("no_map"))).status).toBe(204);
    expect((await fresh.needs()).filter(({ dismissed_at }) => dismissed_at !== null)).toEqual([]);
    expect((await fresh.operator.session.delete(path("no_map"))).status).toBe(404);
    const { body } = await fresh.operator.session.get("/api/v1/audit");
    const actions = body.data.map(({ action, target }: Answer["body"]) => `${action} ${target.id}`);
    expect(actions.slice(0, 2)).toEqual(["need.shown_again no_map", "need.dismissed no_map"]);
  });

  test("refuses what is not missing, no such kind, and other people", async () => {
    for (const kind of ["address_is_plain", "disk_full", "constructor"]) {
      expect((await fresh.operator.session.post(path(kind))).status).toBe(404);
    }
    const stranger = await fresh.server.account();
    expect((await stranger.session.post(path("no_map"))).body.code).toBe("operator_required");
    expect((await fresh.needs()).filter(({ dismissed_at }) => dismissed_at !== null)).toEqual([]);
  });
});

describe("after the first live shipment", () => {
  test("a local address and no backup elsewhere are urgent, although they were dismissed before", async () => {
    const live = await scene();
    const { operator, server, urgent } = live;
    for (const kind of ["address_is_local", "no_map"]) await operator.session.post(path(kind));
    const account = await server.account();
    await createShipment(account.sandbox);
    expect(await urgent()).toEqual([]);

    await createShipment(account.live);
    expect(await urgent()).toEqual(["address_is_local", "no_backup_elsewhere"]);
    const { needs: wrong } = await live.overview();
    expect(wrong.map(({ kind }: { kind: string }) => kind)).toEqual([
      "address_is_local",
      "no_backup_elsewhere",
    ]);
    expect((await live.needs()).filter(({ dismissed_at }) => dismissed_at !== null)).toMatchObject([
      { kind: "no_map" },
    ]);

    await operator.session.post(path("address_is_local"));
    expect(await urgent()).toEqual(["no_backup_elsewhere"]);

    // As `dev` and `--ephemeral` serve.
    audience(server.deps).isPeople = false;
    expect(await live.kinds()).toEqual([]);
    expect((await operator.session.post(path("no_backup_elsewhere"))).status).toBe(404);
  });
});

test("with everything set nothing is missing but what only a person does", async () => {
  const set = await scene({
    config: {
      publicUrl: "https://waybill.example.com",
      backupFolder: otherDisk,
      secretKey: new Uint8Array(32),
      smtpUrl: "smtp://127.0.0.1:1",
      smtpFrom: "waybill@example.com",
      geocoderUrl: "http://127.0.0.1:8088",
      mapTilesUrl: "https://tiles.example.com/{z}/{x}/{y}.png",
    },
  });
  expect(await set.kinds()).toEqual(["no_backup_elsewhere", "no_second_factor"]);
  await set.server.deps.backups.take();
  expect(await set.kinds()).toEqual(["no_second_factor"]);
});

describe("of facts", () => {
  const facts: GoingLiveFacts = {
    address: null,
    backsUp: true,
    uploads: false,
    hasBackupElsewhere: true,
    sendsMail: true,
    hasGeocoder: true,
    hasMap: true,
    hasSecretKey: true,
    hasSecondFactor: true,
    freeBytes: 2_000 * bytesPerMb,
    reservedBytes: 128 * bytesPerMb,
    upgradeBytes: 20 * bytesPerMb,
    hasLiveShipments: false,
  };
  const of = (change: Partial<GoingLiveFacts>) =>
    goingLiveNeeds({ ...facts, ...change }, new Map()).map(({ kind, message }) => [kind, message]);

  test("disk space: a gigabyte, or what an upgrade may need, above what stays free", () => {
    expect(of({})).toEqual([]);
    expect(of({ freeBytes: 1_152 * bytesPerMb })).toEqual([]);
    expect(of({ freeBytes: 1_151 * bytesPerMb })).toEqual([
      ["low_space", "1,151 MB of disk space are free, and Waybill should have 1,152 MB."],
    ]);
    expect(of({ upgradeBytes: 3_000 * bytesPerMb })).toHaveLength(1);
    expect(of({ freeBytes: null })).toEqual([]);
  });

  test("without a backup elsewhere: a folder or storage, and where storage is set, why it has none", () => {
    const ending = (change: Partial<GoingLiveFacts>) =>
      goingLiveNeeds({ ...facts, hasBackupElsewhere: false, ...change }, new Map()).map(({ goingLive }) => [
        goingLive?.remedy,
        goingLive?.command,
      ]);
    const named = [
      expect.stringContaining("a folder on another disk, or S3-compatible storage"),
      "WAYBILL_BACKUP_FOLDER=/mnt/backups",
    ];
    expect(ending({ backsUp: false })).toEqual([named]);
    expect(ending({ uploads: true })).toEqual([
      ["Take a backup on the Storage page. It says why none is in the storage that is set.", null],
    ]);
  });

  test("without a geocoder", () => {
    expect(of({ hasGeocoder: false })).toEqual([
      ["no_geocoder", "No geocoder is set: Waybill knows of an address only its town."],
    ]);
  });
});

test("a public URL over plain http; a backup on the data folder's disk does not count until it is downloaded", async () => {
  const backupFolder = mkdtempSync(join(tmpdir(), "waybill-same-disk-"));
  const plain = await scene({ config: { publicUrl: "http://192.168.1.20:8080", backupFolder } });
  await plain.server.deps.backups.take();
  expect((await plain.kinds()).slice(0, 2)).toEqual(["address_is_plain", "no_backup_elsewhere"]);
  const [first] = (await plain.operator.session.get("/api/v1/operator/backups")).body.data;
  await plain.operator.session.post("/api/v1/auth/confirmation", { password: "a long enough passphrase" });
  const archive = `/api/v1/operator/backups/${first.name}/archive`;
  const send = (method: string) =>
    fetch(`${plain.server.url}${archive}`, {
      method,
      headers: { cookie: plain.operator.cookie, "sec-fetch-site": "same-origin" },
    });

  // Who only asks has no backup.
  expect((await send("HEAD")).status).toBe(200);
  expect(await plain.kinds()).toContain("no_backup_elsewhere");
  expect((await (await send("GET")).arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  await eventually("the download to be remembered", async () =>
    (await plain.kinds()).includes("no_backup_elsewhere") ? undefined : true,
  );
  plain.clock.advance(dayMs / 1_000);
  expect(await plain.kinds()).not.toContain("no_backup_elsewhere");
  plain.clock.advance((6 * dayMs) / 1_000);
  expect(await plain.kinds()).toContain("no_backup_elsewhere");

  // So does one that a command takes to another file system.
  const { deps } = plain.server;
  await noteBackup(deps, backupFolder);
  expect(await plain.kinds()).toContain("no_backup_elsewhere");
  const { exitCode } = await run(["backup", join(otherDisk, "taken"), "--data", deps.config.data]);
  expect([exitCode, await plain.kinds()]).toEqual([0, expect.not.arrayContaining(["no_backup_elsewhere"])]);
  rmSync(backupFolder, { recursive: true });
});
