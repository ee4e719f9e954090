import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, cpSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { examineDataFolder } from "../../../src/app/doctor/doctor.ts";
import { exitCodes } from "../../../src/cli/exit-code.ts";
import { exampleCard } from "../../../src/delivery/carriers/kinds/fleet/example.ts";
import type { Diagnosis } from "../../../src/infra/backups/diagnosis.ts";
import { type Connection, openConnection } from "../../../src/infra/db/connection.ts";
import { audience } from "../../../src/infra/public-address.ts";
import { run } from "../../cli/run.ts";
import { center, germany, plainCard, plainService } from "../../delivery/carriers/kinds/fleet/support.ts";
import { temporaryFolder } from "../../infra/db/support.ts";
import { addCarrier, addFleet } from "../../support/carrier-rows.ts";
import { authority, expired } from "../../support/certificate.ts";
import { jobsAtRest } from "../../support/clock.ts";
import {
  advance,
  berlinMitte,
  createAssigned,
  createShipment,
  platform,
  withPin,
} from "../../support/fixtures.ts";
import { eventually, startServer } from "../../support/harness.ts";
import { demoMap } from "../../support/maps.ts";
import { mountDisk } from "../../support/mount.ts";
import { testWith } from "../../support/test-with.ts";

const [key, otherKey] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];

/** A folder with everything that the doctor looks at, whose server has stopped. */
let sick: ReturnType<typeof temporaryFolder>;
let healthy: string;
let delivered: string;
let redacted: string;
beforeAll(async () => {
  sick = temporaryFolder();
  healthy = join(sick.path, "healthy");
  const server = await startServer({ dataDir: healthy, config: { secretKey: key } });
  const { sandbox, accountId } = await server.account();
  await addCarrier(server, "sandbox", accountId);
  const british = { code: "center", countries: ["GB"], postal_prefixes: ["EC1", "N"] };
  const [, ...zones] = exampleCard.zones;
  const card = { ...exampleCard, zones: [british, ...zones] };
  await addFleet(server, "live", accountId, { code: "riders" }, card);
  await sandbox.post(`${platform}/webhooks`, { url: "https://inbox.example.com/", events: ["*"] });
  const proven = {
    ...withPin,
    delivery: { ...withPin.delivery, requirements: { pin: true, signature: true, photo: true } },
  };
  const finish = async () => {
    const { shipment } = await createAssigned(sandbox, proven);
    await advance(sandbox, shipment.id, "delivered");
    return shipment.id as string;
  };
  delivered = await finish();
  redacted = await finish();
  await sandbox.post(`${platform}/shipments/${redacted}/redaction`);
  const { assignment, shipment } = await createAssigned(sandbox, withPin);
  await sandbox.delete(`${platform}/shipments/${shipment.id}/assignments/${assignment.id}`);
  await eventually("the end of the redaction", async () => {
    const { backups, stores } = server.deps;
    const rows = stores.platform("sandbox").db.all("SELECT 1 FROM redactions");
    return backups && rows.length === 0 ? true : undefined;
  });
  await server.stop();
});
afterAll(() => sick[Symbol.dispose]());

const examine = (dataDir: string, secretKey: Uint8Array | null = key): Promise<Diagnosis> =>
  examineDataFolder({
    dataDir,
    config: { secretKey, minFreeMb: 0 },
    nativeBinding: undefined,
    now: Date.now(),
    onExamine() {},
  });

/** What it found that is not fine: `check database: message`. */
const problemsOf = ({ checks }: Diagnosis) =>
  checks
    .filter(({ state }) => state !== "ok")
    .map(({ check, database, message, remedy }) => {
      expect(remedy).toMatch(/^[A-Z].*\.$/s);
      return `${check} ${database}: ${message}`;
    });

let copies = 0;
/** A copy of the folder in which somebody changed a database. */
async function diagnosed(name: string, change: (connection: Connection) => void): Promise<Diagnosis> {
  copies += 1;
  const dataDir = join(sick.path, `copy-${copies}`);
  cpSync(healthy, dataDir, { recursive: true });
  const connection = openConnection(join(dataDir, `${name}.db`), undefined);
  connection.pragma("foreign_keys = OFF");
  change(connection);
  connection.close();
  return examine(dataDir).finally(() => rmSync(dataDir, { recursive: true }));
}

test("a healthy folder: every check is fine, and the folder stays as it was", async () => {
  const before = readFileSync(join(healthy, "sandbox.db"));
  const diagnosis = await examine(healthy);
  expect(problemsOf(diagnosis)).toEqual([]);
  expect(diagnosis.state).toBe("ok");
  expect(new Set(diagnosis.checks.map(({ check }) => check))).toEqual(
    new Set([
      "folder",
      "space",
      "map",
      "integrity",
      "foreign_keys",
      "migrations",
      "sequences",
      "assignments",
      "attention",
      "deliveries",
      "charges",
      "statements",
      "images",
      "redactions",
      "storage",
      "proof_chains",
      "rate_cards",
      "audit_chains",
      "accounts",
      "carriers",
      "secrets",
      "erasures",
    ]),
  );
  const [, , sandbox] = diagnosis.databases;
  expect(Date.parse(sandbox?.newest_at ?? "")).toBeGreaterThan(Date.now() - 600_000);
  expect(readFileSync(join(healthy, "sandbox.db")).equals(before)).toBe(true);
});

test("whatever changes a price is fine: a move, a failure, its correction, a discount, a release", async () => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const server = await startServer({ dataDir, config: { secretKey: key } });
  const { live } = await server.account();
  const fleet = { kind: "fleet", code: "riders", name: "Riders", settings: {} };
  const { id: carrierId } = (await live.post(`${platform}/carriers`, fleet)).body;
  const zones = ["center", "germany"];
  const service = {
    ...plainService,
    pickup_zones: zones,
    delivery_zones: zones,
    zone_prices: [{ from: "center", to: "center", base: 800 }],
    failed_percent: 40,
    cancellation: [{ until: "confirmed", percent: 10 }],
  };
  const card = { ...plainCard, zones: [center, germany], services: [service] };
  expect((await live.put(`${platform}/carriers/${carrierId}/rate-card`, card)).status).toBe(200);
  const assignmentsOf = (id: string) => `${platform}/shipments/${id}/assignments`;
  const book = async (id: string) => {
    const { status, body } = await live.post(assignmentsOf(id), { strategy: "cheapest" });
    expect(status).toBe(201);
    await jobsAtRest(server.deps);
    return body.id as string;
  };
  const discount = async (id: string) => {
    const given = { kind: "discount", amount: { amount: 100, currency: "EUR" }, reason: "Late." };
    const headers = { "idempotency-key": `discount-${id}` };
    expect((await live.post(`${platform}/shipments/${id}/charges`, given, headers)).status).toBe(201);
  };

  const { id: moved } = await createShipment(live, { if_undeliverable: "discard" });
  const assignment_id = await book(moved);
  await discount(moved);
  const delivery = { address: { ...berlinMitte, line1: "Torstr. 9", postal_code: "10119" } };
  expect((await live.patch(`${platform}/shipments/${moved}?reprice=true`, { delivery })).status).toBe(200);
  const at = new Date().toISOString();
  const { body } = await live.post(`${platform}/carriers/${carrierId}/reports`, [
    { id: "1", assignment_id, at, type: "progress", substatus: "picked_up" },
    { id: "2", assignment_id, at, type: "undeliverable", reason_code: "recipient_refused" },
  ]);
  expect(body.results.map(({ result }: { result: string }) => result)).toEqual(["applied", "applied"]);
  const correction = { status: "delivered", reason: "It was handed over." };
  expect((await live.post(`${platform}/shipments/${moved}/correction`, correction)).status).toBe(200);

  const { id: released } = await createShipment(live);
  const first = await book(released);
  await discount(released);
  expect((await live.delete(`${assignmentsOf(released)}/${first}`)).status).toBe(200);
  await book(released);

  const { data } = (await live.get(`${platform}/charges?limit=100&sort=oldest`)).body;
  const told = (id: string) =>
    data
      .filter((charge: { shipment_id: string }) => charge.shipment_id === id)
      .map(({ kind, amount }: { kind: string; amount: { amount: number } }) => `${kind} ${amount.amount}`);
  expect(told(moved)).toEqual([
    "delivery 500",
    "discount -100",
    "adjustment 300",
    "adjustment -600",
    "adjustment 600",
  ]);
  expect(told(released)).toEqual([
    "delivery 500",
    "discount -100",
    "adjustment -500",
    "adjustment 100",
    "cancellation 500",
    "delivery 500",
  ]);
  await server.stop();
  expect(problemsOf(await examine(dataDir))).toEqual([]);
});

testWith("mounts", "an upgrade copies all databases: with less space the doctor warns", async () => {
  using disk = mountDisk("size=256m");
  const dataDir = join(disk.path, "data");
  cpSync(healthy, dataDir, { recursive: true });
  const space = async () => (await examine(dataDir)).checks.find(({ check }) => check === "space");
  expect(await space()).toMatchObject({ state: "ok" });
  const { blocks, bavail, bsize } = statfsSync(dataDir);
  // Each database needs 4 MB besides its copy.
  disk.remount(`size=${(blocks - bavail) * bsize + 15 * 1024 * 1024}`);
  expect(await space()).toMatchObject({
    state: "warning",
    message: expect.stringContaining("less than an upgrade may need"),
  });
});

describe("what somebody or a disk did to the rows is found and named", () => {
  const changes: [what: string, database: string, change: string, problem: string | RegExp][] = [
    [
      "an event is gone",
      "sandbox",
      "DELETE FROM events WHERE position = (SELECT min(position) FROM events WHERE sequence = 2)",
      "sequences sandbox: 1 row: shipments whose events are not numbered from 1 without a gap.",
    ],
    [
      "a count of events is wrong",
      "sandbox",
      "UPDATE shipments SET event_count = event_count + 1",
      "sequences sandbox: 3 rows: shipments whose events are not numbered",
    ],
    [
      "an entry of the timeline is gone",
      "sandbox",
      "DELETE FROM shipment_entries WHERE sequence = 2",
      "sequences sandbox: 3 rows: shipments whose timeline is not numbered",
    ],
    [
      "positions are given out again",
      "sandbox",
      "UPDATE sqlite_sequence SET seq = 1 WHERE name = 'events'",
      "events after the last position that was given out",
    ],
    [
      "a charge differs from its price",
      "sandbox",
      "DROP TRIGGER charges_never_change; UPDATE charges SET amount = amount + 1 WHERE kind = 'delivery'",
      "charges sandbox: 3 rows: charges that differ from the price of their assignment.",
    ],
    [
      "a charge is gone",
      "sandbox",
      "DELETE FROM charges WHERE kind = 'adjustment'",
      "charges sandbox: 1 account: the sum of the charges differs from what their events say.",
    ],
    [
      "a reversal takes back too little",
      "sandbox",
      "DROP TRIGGER charges_never_change; UPDATE charges SET amount = amount + 1 WHERE kind = 'adjustment'",
      "charges sandbox: 1 row: adjustments that differ from the charge they reverse.",
    ],
    [
      "a total of a statement is wrong",
      "sandbox",
      "UPDATE statement_totals SET cost = cost + 1",
      "statements sandbox: 1 account: the totals of the statements differ from the charges.",
    ],
    [
      "a rate card was stored before prefixes were districts",
      "live",
      "UPDATE rate_cards SET rules = 1",
      "rate_cards live: 1 rate card: postal prefixes of GB, JE, GG or IM hold less than before.",
    ],
    [
      "a rate card was stored before the bound on prefixes",
      "live",
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100001)
        UPDATE rate_cards SET rules = 1,
          card = json_set(card, '$.zones[0].postal_prefixes', json((SELECT json_group_array('M' || i || 'AA') FROM n)))`,
      "rate_cards live: 1 rate card: more countries × prefixes than Waybill takes now.",
    ],
    [
      "a picture is gone",
      "sandbox",
      "DELETE FROM proof_images WHERE name LIKE 'photo%'",
      "images sandbox: 1 row: shipments whose proof names a picture that is missing.",
    ],
    [
      "an upload and the proofs that show it are gone",
      "sandbox",
      "INSERT INTO image_contents VALUES ('img_gone', X'00')",
      "images sandbox: 1 row: bytes of pictures that neither an upload nor a proof names.",
    ],
    [
      "a proof is gone",
      "sandbox",
      "DELETE FROM proofs_of_delivery",
      "images sandbox: 2 rows: pictures without a proof.",
    ],
    [
      "history was rewritten",
      "sandbox",
      "UPDATE shipment_entries SET message = 'Left with a neighbor.' WHERE status = 'delivered' AND location IS NOT NULL",
      "proof_chains sandbox: 1 shipment: somebody or something changed the history.",
    ],
    [
      "a delivery lost its time",
      "sandbox",
      "UPDATE webhook_deliveries SET status = 'delivered', delivered_at = NULL",
      /deliveries sandbox: \d+ rows: webhook deliveries that are delivered without a time/,
    ],
    [
      "a foreign key is broken",
      "sandbox",
      "DELETE FROM webhook_endpoints",
      /foreign_keys sandbox: \d+ rows name rows that do not exist/,
    ],
    [
      "an account is gone",
      "accounts",
      "DELETE FROM accounts",
      "accounts sandbox: 1 account that rows name is missing: accounts.db is older than sandbox.db.",
    ],
    [
      "an audit entry was changed",
      "accounts",
      "UPDATE audit_entries SET target_name = 'x' WHERE position = 1",
      "audit_chains accounts: 1 account: somebody or something changed the audit log.",
    ],
    [
      "a storage quota is counted wrong",
      "sandbox",
      "UPDATE storage_use SET bytes = bytes + 1",
      "storage sandbox: 1 account: the counted storage differs from the stored rows.",
    ],
    [
      "a secret was moved to another row",
      "sandbox",
      "UPDATE carriers SET id = 'car_other'",
      /^secrets sandbox: 1 of \d secrets cannot be decrypted.$/,
    ],
    [
      "a table was added",
      "live",
      "CREATE TABLE notes (text TEXT) STRICT",
      "migrations live: Its tables differ from its migrations.",
    ],
  ];
  test.each(changes)("%s", async (_what, database, sql, problem) => {
    const diagnosis = await diagnosed(database, (connection) => connection.exec(sql));
    expect(problemsOf(diagnosis).join("\n")).toMatch(
      typeof problem === "string" ? new RegExp(RegExp.escape(problem)) : new RegExp(problem, "m"),
    );
  });

  test("erased data that came back: the shipment is older than the log that erased it", async () => {
    const diagnosis = await diagnosed("sandbox", (connection) =>
      connection.prepare("UPDATE shipments SET redacted_at = NULL WHERE id = ?").run(redacted),
    );
    const back = diagnosis.checks.find(({ check, state }) => check === "erasures" && state === "error");
    expect(back?.examples).toEqual([redacted]);
    expect(delivered).not.toBe(redacted);
  });

  test("an index that does not fit its table, and nothing else of that database is examined", async () => {
    const diagnosis = await diagnosed("sandbox", (connection) => {
      connection.unsafeMode();
      connection.pragma("writable_schema = ON");
      const [root, other] = ["shipments_by_status", "shipments_by_time"].map((name) =>
        connection.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(name),
      );
      connection.prepare("UPDATE sqlite_schema SET rootpage = ? WHERE rootpage = ?").run(other, root);
    });
    const found = diagnosis.checks.filter(({ database, state }) => database === "sandbox" && state !== "ok");
    expect(found.map(({ check }) => check)).toEqual(["integrity"]);
    expect(found[0]?.message).toMatch(/sandbox\.db is damaged \(.+\)\.$/);
  });
});

test("without the key secrets are not examined, with a wrong one it is named", async () => {
  expect(problemsOf(await examine(healthy, null))).toEqual([
    expect.stringMatching(/^secrets null: The secrets in .* are encrypted: set their key/),
  ]);
  const wrongly = await examine(healthy, otherKey);
  expect(wrongly.state).toBe("error");
  expect(problemsOf(wrongly)).toEqual([expect.stringContaining("does not match the secrets")]);
});

test("the command: a table, remedies, and exit codes for cron", async () => {
  const env = { WAYBILL_SECRET_KEY: Buffer.from(key).toString("hex") };
  const args = ["doctor", "--data", healthy, "--min-free-mb", "0"];
  const fine = await run(args, { env });
  expect([fine.exitCode, fine.stderr]).toEqual([exitCodes.done.code, ""]);
  expect(fine.stdout).toMatch(/^│ +│ folder │ accounts\.db +│ live\.db +│ sandbox\.db +│ telemetry\.db +│$/m);
  expect(fine.stdout).toMatch(/^│ integrity +│ +│ ok +│ ok +│ ok +│ ok +│$/m);

  chmodSync(healthy, 0o755);
  const open = await run(args, { env });
  chmodSync(healthy, 0o700);
  expect([open.exitCode, open.stderr]).toEqual([exitCodes.warned.code, "waybill: 0 errors, 1 warning\n"]);
  expect(open.stdout).toContain(`→ Run: chmod -R go= ${healthy}`);

  // No server starts on such a folder.
  chmodSync(healthy, 0o777);
  const openToAll = await run(args, { env });
  chmodSync(healthy, 0o700);
  expect([openToAll.exitCode, openToAll.stderr]).toEqual([
    exitCodes.wrong.code,
    "waybill: 1 error, 0 warnings\n",
  ]);

  const keyless = await run([...args, "--json"]);
  expect(keyless.exitCode).toBe(exitCodes.warned.code);
  expect(JSON.parse(keyless.stdout)).toMatchObject({ state: "warning", data: healthy });

  const torn = join(sick.path, "torn");
  cpSync(healthy, torn, { recursive: true });
  const live = join(torn, "live.db");
  writeFileSync(live, readFileSync(live).fill(0xa5, 4096 * 5, 4096 * 9));
  const damaged = await run(["doctor", "--data", torn, "--min-free-mb", "0"], { env });
  expect(damaged.exitCode).toBe(exitCodes.damaged.code);
  expect(damaged.stdout).toContain("→ Check the disk (dmesg, smartctl), then restore the newest backup");

  rmSync(live);
  const missing = await run(["doctor", "--data", torn], { env });
  expect([missing.exitCode, missing.stdout]).toEqual([exitCodes.damaged.code, ""]);
  expect(missing.stderr).toContain("live.db is missing");
});

test("beside a server that writes, nothing is found and no write is lost", async () => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const server = await startServer({ dataDir });
  const { live } = await server.account();
  let isExamining = true;
  const made: string[] = [];
  const write = async () => {
    while (isExamining) made.push((await createShipment(live)).id);
  };
  const writing = [write(), write()];
  await eventually("some shipments", () => (made.length > 20 ? true : undefined));
  const before = made.length;
  const examined = await run(["doctor", "--data", dataDir, "--min-free-mb", "0"]);
  isExamining = false;
  await Promise.all(writing);
  expect(examined.stdout).not.toContain("Before you go live");
  expect([examined.stderr, examined.exitCode]).toEqual(["", exitCodes.done.code]);
  expect(made.length).toBeGreaterThan(before);
  await server.stop();
  const again = await startServer({ dataDir });
  const { stores } = again.deps;
  const kept = stores.platform("live").db.all<{ id: string }>("SELECT id FROM shipments");
  await again.stop();
  expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(made));
});

test("beside a server for people it says what is missing: advice, then warnings after the first live shipment", async () => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const server = await startServer({ dataDir });
  try {
    audience(server.deps).isPeople = true;
    const { live } = await server.account();
    const args = ["doctor", "--data", dataDir, "--min-free-mb", "0"];
    const before = await run(args);
    expect([before.exitCode, before.stderr]).toEqual([exitCodes.done.code, ""]);
    expect(before.stdout).toContain(
      "Everything is as it should be.\n\nBefore you go live:\n\n- Only this machine can open Waybill",
    );
    expect(before.stdout).toContain("    WAYBILL_BACKUP_FOLDER=/mnt/backups\n");

    await createShipment(live);
    const after = await run([...args, "--json"]);
    expect([after.exitCode, after.stderr]).toEqual([
      exitCodes.warned.code,
      "waybill: 0 errors, 2 warnings\n",
    ]);
    const { state, checks, before_live } = JSON.parse(after.stdout);
    expect(state).toBe("warning");
    expect(checks.filter(({ check }: { check: string }) => check === "going_live")).toHaveLength(2);
    expect(before_live).toContainEqual({
      kind: "no_map",
      message: "Maps show no streets.",
      remedy: "Name a map file. Set it where Waybill gets its settings, and restart.",
      command: "WAYBILL_MAP_FILE=/srv/maps/region.pmtiles",
      is_urgent: false,
      dismissed_at: null,
    });
  } finally {
    await server.stop();
  }
  const alone = await run(["doctor", "--data", dataDir, "--min-free-mb", "0", "--json"]);
  expect([alone.exitCode, JSON.parse(alone.stdout).before_live]).toEqual([exitCodes.done.code, null]);
});

test("a map file that cannot be used is a warning that says why; one that can be used is named", async () => {
  const mapped = join(sick.path, "mapped");
  cpSync(healthy, mapped, { recursive: true });
  const mapOf = async () => (await examine(mapped)).checks.find(({ check }) => check === "map");
  expect(await mapOf()).toMatchObject({
    state: "ok",
    message: "There is no map file: maps show no streets.",
  });
  const file = join(mapped, "map.pmtiles");
  writeFileSync(file, readFileSync(demoMap), { mode: 0o600 });
  expect(await mapOf()).toMatchObject({ state: "ok", message: `${file} (0.5 MB) has streets for maps.` });
  writeFileSync(file, "no map");
  expect(await mapOf()).toMatchObject({
    state: "warning",
    message: `The map file ${file} is no PMTiles file.`,
    remedy: expect.stringContaining("waybill map check"),
  });
});

test("a CA file that cannot be used is an error that says why; one with an expired certificate a warning", async () => {
  const caFile = join(sick.path, "ca.pem");
  const found = async () => {
    const place = { dataDir: healthy, nativeBinding: undefined, now: Date.now(), onExamine() {} };
    const config = { secretKey: null, minFreeMb: 0, caFile };
    const { checks } = await examineDataFolder({ ...place, config });
    const { state, message } = checks.find(({ check }) => check === "certificates") ?? {};
    return [state, message];
  };
  expect(await found()).toEqual(["error", `${caFile} cannot be read (ENOENT).`]);
  for (const [content, message] of [
    ["", "holds no certificate in PEM format."],
    [
      "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
      "has a certificate that cannot be read (number 1).",
    ],
  ]) {
    writeFileSync(caFile, content ?? "");
    expect(await found()).toEqual(["error", `${caFile} ${message}`]);
  }
  writeFileSync(caFile, authority);
  expect(await found()).toEqual(["ok", `The certificates in ${caFile} can be read.`]);
  writeFileSync(caFile, `${authority}${expired}`);
  expect(await found()).toEqual(["warning", `${caFile} has certificates that have expired: Waybill test.`]);
});
