import { expect, test } from "bun:test";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { requestDeletion } from "../../../src/access/accounts/deletion/deletion.ts";
import { saveNewErasures } from "../../../src/access/erasure/jobs.ts";
import { removeUserByEmail } from "../../../src/access/people/removal.ts";
import { exitCodes } from "../../../src/cli/exit-code.ts";
import type { Erasure } from "../../../src/infra/backups/backup.ts";
import { takeBackups } from "../../../src/infra/backups/jobs.ts";
import { openReader } from "../../../src/infra/db/connection.ts";
import { run } from "../../cli/run.ts";
import { temporaryFolder } from "../../infra/db/support.ts";
import { advance, createAssigned, platform } from "../../support/fixtures.ts";
import { eventually, startServer, type TestServer } from "../../support/harness.ts";

/** What is erased stays erased, although a backup from before is restored. */

const name = "Zq7xkwendel Vogt";
const delivery = (line1: string) => ({
  delivery: {
    contact: { name, phone: "+4930771177102" },
    address: { line1, city: "Berlin", postal_code: "10997", country: "DE" },
  },
});

const isErased = ({ deps }: TestServer, id: string) =>
  deps.stores
    .platform("sandbox")
    .db.get<{ erased: number }>(`SELECT redacted_at IS NOT NULL AS erased FROM shipments WHERE id = '${id}'`)
    .erased === 1;
const completed = ({ deps }: TestServer) =>
  eventually("the end of the redaction", () =>
    deps.stores.platform("sandbox").db.all("SELECT 1 FROM redactions").length === 0 ? true : undefined,
  );
const erasures = ({ deps }: TestServer, count: number) =>
  eventually("the notes of the erasures", () =>
    deps.stores.accounts.db.all("SELECT 1 FROM erasures").length === count ? true : undefined,
  );
const doctor = (data: string) => run(["doctor", "--data", data, "--min-free-mb", "0"]);
const restore = (backup: string, data: string, ...flags: string[]) =>
  run(["restore", backup, "--data", data, "--min-free-mb", "0", ...flags]);

/** Tables with a row that holds the text. */
function tablesWith(path: string, text: string): unknown[] {
  const connection = openReader(path, undefined);
  const tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  const holding = tables.filter((table) =>
    JSON.stringify(connection.prepare(`SELECT * FROM "${table}"`).all()).includes(text),
  );
  connection.close();
  return holding;
}

test("a restored backup holds erased data: it is erased again, also of a shipment that was on its way", async () => {
  using place = temporaryFolder();
  const [data, backupFolder, restored] = ["data", "backups", "restored"].map((entry) =>
    join(place.path, entry),
  ) as [string, string, string];
  const server = await startServer({ dataDir: data, config: { backupFolder } });
  const { sandbox, sandboxKey, email } = await server.account();
  const ended = (await createAssigned(sandbox, delivery("Erased 1"))).shipment.id as string;
  const moving = (await createAssigned(sandbox, delivery("Erased 2"))).shipment.id as string;
  await advance(sandbox, ended, "delivered");
  const [gone, member] = [await server.account(), await server.account()];
  await server.deps.stores.accounts.write((tx) =>
    tx.run(
      `UPDATE users SET account_id = (SELECT account_id FROM users WHERE email = '${email}') WHERE email = '${member.email}'`,
    ),
  );
  const now = server.deps.clock.now();
  await takeBackups(server.deps).run(now);
  const [backup = ""] = readdirSync(backupFolder).filter((entry) => entry.startsWith("waybill-"));
  await advance(sandbox, moving, "delivered");
  for (const id of [ended, moving]) {
    const { status } = await sandbox.post(`${platform}/shipments/${id}/redaction`);
    expect(status).toBe(200);
  }
  await completed(server);
  await removeUserByEmail(server.deps, member.email);
  await requestDeletion(server.deps, gone.accountId, null, { isDueNow: true });
  await erasures(server, 4);
  await saveNewErasures(server.deps).run(now);
  await server.stop();

  // The folder that is replaced knows it too.
  const replaced = await restore(join(backupFolder, backup), data, "--replace");
  expect(replaced.stdout).toContain("Waybill repeats 4 erasures on the start");

  // It waits for the start, and another restore without the list does not lose that.
  const offSite = join(place.path, "off-site", backup);
  cpSync(join(backupFolder, backup), offSite, { recursive: true });
  const twice = await restore(offSite, data, "--replace");
  expect(twice.stdout).toContain("Waybill repeats 4 erasures on the start");

  // The disk is gone: the list beside the backup is left.
  rmSync(data, { recursive: true });
  const { exitCode, stdout } = await restore(join(backupFolder, backup), restored);
  expect(exitCode).toBe(exitCodes.done.code);
  expect(stdout).toContain("Waybill repeats 4 erasures on the start");
  expect(tablesWith(join(restored, "sandbox.db"), name)).toContain("shipments");
  const waiting = await doctor(restored);
  expect([waiting.exitCode, waiting.stdout]).toEqual([
    exitCodes.warned.code,
    expect.stringContaining("4 erasures must be repeated"),
  ]);

  const again = await startServer({ dataDir: restored, config: { backupFolder } });
  expect(existsSync(join(restored, "erase-again.json"))).toBe(false);
  await eventually("the erasure", () => isErased(again, ended) || undefined);
  await eventually("the other account and the other person to go", () => {
    const { db } = again.deps.stores.accounts;
    const left = db.all<{ email: string }>("SELECT email FROM users").map((user) => user.email);
    return (
      (left.length === 1 && left[0] === email && db.all("SELECT 1 FROM accounts").length === 2) || undefined
    );
  });
  expect(isErased(again, moving)).toBe(false);
  const open = await doctor(restored);
  expect(open.exitCode).toBe(exitCodes.wrong.code);
  expect(open.stdout).toContain("The personal data of 1 shipment was erased and has come back.");
  expect(open.stdout).toContain(moving);

  const client = again.client({ "x-api-key": sandboxKey });
  await advance(client, moving, "delivered");
  await again.deps.stores.accounts.write((tx) => tx.run("UPDATE erasures SET due_at = 1 WHERE due_at > 1"));
  await eventually("the other erasure", () => isErased(again, moving) || undefined);
  await completed(again);
  await again.stop();
  const healthy = await doctor(restored);
  expect([healthy.exitCode, healthy.stderr]).toEqual([exitCodes.done.code, ""]);
  expect(tablesWith(join(restored, "sandbox.db"), name)).toEqual([]);
});

test("the list beside the backups keeps what is older than they are, and what a server restored without it forgot", async () => {
  using place = temporaryFolder();
  const [data, backupFolder, offSite, restored] = ["data", "backups", "off-site", "restored"].map((entry) =>
    join(place.path, entry),
  ) as [string, string, string, string];
  const file = () => {
    const [entry = ""] = readdirSync(backupFolder).filter((each) => each.startsWith("erasures-"));
    return join(backupFolder, entry);
  };
  const listed = (): Erasure[] => JSON.parse(readFileSync(file(), "utf8")).erasures;
  const ids = () => listed().map(({ id }) => id);
  const server = await startServer({ dataDir: data, config: { backupFolder } });
  const { sandbox } = await server.account();
  const redact = async (count: number) => {
    const id = (await createAssigned(sandbox, delivery(`Erased ${count}`))).shipment.id as string;
    await advance(sandbox, id, "delivered");
    return async () => {
      expect((await sandbox.post(`${platform}/shipments/${id}/redaction`)).status).toBe(200);
      await erasures(server, count);
      await completed(server);
      return id;
    };
  };
  const [first, second] = [await redact(1), await redact(2)];
  const older = await first();
  const now = server.deps.clock.now();
  await takeBackups(server.deps).run(now);
  const newer = await second();
  await saveNewErasures(server.deps).run(now);
  expect(ids()).toEqual([older, newer]);
  await server.stop();

  const [backup = ""] = readdirSync(backupFolder).filter((entry) => entry.startsWith("waybill-"));
  cpSync(join(backupFolder, backup), join(offSite, backup), { recursive: true });
  const ancient = { ...listed()[0], id: "shp_ancient", erased_at: "2020-01-01T00:00:00.000Z" };
  writeFileSync(file(), JSON.stringify({ erasures: [...listed(), ancient] }));
  const { stdout } = await restore(join(offSite, backup), restored);
  expect(stdout).toContain("No list of what was erased since then stands beside the backup");
  const again = await startServer({ dataDir: restored, config: { backupFolder } });
  expect(isErased(again, newer)).toBe(false);
  await saveNewErasures(again.deps).run(now);
  expect(ids().sort()).toEqual([older, newer].sort());
  await eventually("the erasure", () => isErased(again, newer) || undefined);
  await completed(again);
  await again.stop();
});

test("a list that cannot be read is not overwritten, and a server that should erase again does not start", async () => {
  using place = temporaryFolder();
  const [data, backupFolder] = [join(place.path, "data"), join(place.path, "backups")];
  const server = await startServer({ dataDir: data, config: { backupFolder } });
  const { sandbox } = await server.account();
  const { id } = (await createAssigned(sandbox, delivery("Torn"))).shipment;
  await advance(sandbox, id, "delivered");
  const now = server.deps.clock.now();
  await takeBackups(server.deps).run(now);
  const [backup = ""] = readdirSync(backupFolder).filter((entry) => entry.startsWith("waybill-"));
  const { installation } = JSON.parse(readFileSync(join(backupFolder, backup, "backup.json"), "utf8"));
  const list = join(backupFolder, `erasures-${installation}.json`);
  const torn = '{"erasures": [{"id": "shp_';
  writeFileSync(list, torn);
  expect((await sandbox.post(`${platform}/shipments/${id}/redaction`)).status).toBe(200);
  await erasures(server, 1);
  await completed(server);
  await expect(saveNewErasures(server.deps).run(now)).rejects.toThrow(`${list} is not a list of erasures`);
  expect(readFileSync(list, "utf8")).toBe(torn);
  await server.stop();

  const { stdout } = await restore(join(backupFolder, backup), join(place.path, "restored"));
  expect(stdout).toContain("No list of what was erased since then stands beside the backup");
  writeFileSync(join(data, "erase-again.json"), torn);
  await expect(startServer({ dataDir: data })).rejects.toThrow("is not a list of erasures");
  const { exitCode, stdout: found } = await doctor(data);
  expect([exitCode, found]).toEqual([
    exitCodes.wrong.code,
    expect.stringContaining("Waybill cannot read which personal data it has to erase again"),
  ]);
});

test("what a replaced folder still had to erase is kept, although its databases cannot be read", async () => {
  using place = temporaryFolder();
  const [data, backups] = [join(place.path, "data"), join(place.path, "backups")];
  const server = await startServer({ dataDir: data });
  await server.account();
  await server.stop();
  const taken = await run(["backup", backups, "--data", data, "--json"]);
  const erasures = [
    { kind: "shipment", id: "shp_waiting", environment: "sandbox", erased_at: "2026-03-02T03:00:00.000Z" },
  ];
  writeFileSync(join(data, "erase-again.json"), JSON.stringify({ erasures }));
  writeFileSync(join(data, "accounts.db"), "damaged");
  const { exitCode } = await restore(JSON.parse(taken.stdout).path, data, "--replace");
  expect(exitCode).toBe(exitCodes.done.code);
  expect(JSON.parse(readFileSync(join(data, "erase-again.json"), "utf8"))).toEqual({ erasures });
});

test("a backup without a list says so", async () => {
  using place = temporaryFolder();
  const [data, backups] = [join(place.path, "data"), join(place.path, "backups")];
  const server = await startServer({ dataDir: data });
  await server.account();
  await server.stop();
  const taken = await run(["backup", backups, "--data", data, "--json"]);
  const { stdout } = await restore(JSON.parse(taken.stdout).path, join(place.path, "restored"));
  expect(stdout).toContain("No list of what was erased since then stands beside the backup");
});
