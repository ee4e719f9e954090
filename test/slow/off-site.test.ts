import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCodes } from "../../src/cli/exit-code.ts";
import { openConnection } from "../../src/infra/db/connection.ts";
import { certificate, certificateKey } from "../support/certificate.ts";
import { finish } from "../support/child.ts";
import { createShipment, platform } from "../support/fixtures.ts";
import { createClient, eventually } from "../support/harness.ts";
import { describeWith } from "../support/test-with.ts";
import { type Gateway, startVersitygw } from "../support/versitygw.ts";
import { executable, run, serve, signUp } from "./executable.ts";

/** Backups in S3-compatible storage of others: the executable, signatures, parts, TLS and a killed upload. */

const largeMb = 300;

let cwd: string;
let gateway: Gateway;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "waybill-off-site-"));
});
afterEach(async () => {
  await gateway?.stop();
  rmSync(cwd, { recursive: true });
});

const filesThere = () =>
  (readdirSync(gateway.folder, { recursive: true, withFileTypes: true }) as import("node:fs").Dirent[])
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** An installation with a shipment, and a database of this size. */
async function install(data: string, mb = 0) {
  const server = await serve(data, { cwd, env: { WAYBILL_LOG_LEVEL: "error" } });
  const { keys } = await signUp(server.url);
  const { id } = await createShipment(createClient(server.url, { "x-api-key": keys.live }));
  server.kill("SIGTERM");
  await server.exited;
  if (mb > 0) {
    const connection = openConnection(join(data, "telemetry.db"), undefined);
    connection.exec("CREATE TABLE filling (bytes BLOB)");
    const fill = connection.prepare("INSERT INTO filling VALUES (randomblob(1048576))");
    for (let count = 0; count < mb; count += 1) fill.run();
    connection.close();
  }
  return { keys, id };
}

describeWith("versitygw", "S3-compatible storage", () => {
  test("over TLS: a machine is lost, and an empty one restores from there what the key opens", async () => {
    const [certFile, keyFile] = [join(cwd, "tls.crt"), join(cwd, "tls.key")];
    writeFileSync(certFile, certificate);
    writeFileSync(keyFile, certificateKey);
    gateway = await startVersitygw(cwd, { certFile, keyFile });
    const keyPath = join(cwd, "s3.key");
    writeFileSync(keyPath, `${gateway.env.WAYBILL_BACKUP_S3_KEY}\n`, { mode: 0o600 });
    const { WAYBILL_BACKUP_S3_KEY: _key, ...named } = gateway.env;
    const untrusting = { ...named, WAYBILL_BACKUP_S3_KEY_FILE: keyPath };
    const env = { ...untrusting, WAYBILL_CA_FILE: certFile };
    const data = join(cwd, "data");
    const { keys, id } = await install(data);

    const refused = await run(["backup", "--data", data], { cwd, env: untrusting });
    expect(refused.exitCode).toBe(exitCodes.tryLater.code);
    expect(refused.stderr).toMatch(/^waybill: the backup is in \S+, and not in .*WAYBILL_CA_FILE\n$/);
    expect(filesThere()).toEqual([]);
    const [made = ""] = readdirSync(`${data}-backups`).filter((name) => name.startsWith("waybill-"));
    const again = await run(["backup", "--upload", join(`${data}-backups`, made), "--data", data], {
      cwd,
      env,
    });
    expect([again.exitCode, again.stderr]).toEqual([exitCodes.done.code, ""]);

    for (const path of [data, `${data}-backups`]) rmSync(path, { recursive: true });

    const restored = join(cwd, "restored");
    const listed = await run(["restore", "--list", "--json"], { cwd, env });
    expect(JSON.parse(listed.stdout).data).toHaveLength(1);
    const { exitCode, stderr } = await run(["restore", "s3:newest", "--data", restored, "--json"], {
      cwd,
      env,
    });
    expect([exitCode, stderr]).toEqual([exitCodes.done.code, ""]);
    const back = await serve(restored, { cwd });
    const client = createClient(back.url, { "x-api-key": keys.live });
    expect((await client.get(`${platform}/shipments/${id}`)).status).toBe(200);
    back.kill("SIGTERM");
    await back.exited;
  });

  test(`of ${largeMb} MB it goes in parts, in bounded memory; a killed upload is no backup, and is cleared`, async () => {
    gateway = await startVersitygw(cwd);
    const { env } = gateway;
    const data = join(cwd, "data");
    await install(data, largeMb);
    const taking = Bun.spawn([executable, "backup", "--progress-lines", "--json", "--data", data], {
      env,
      stdout: "pipe",
      stderr: "pipe",
    });
    let said = "";
    let killed = false;
    for await (const text of taking.stdout.pipeThrough(new TextDecoderStream())) {
      said += text;
      const steps = said.split("\n").filter((line) => line.includes('"isUpload":true'));
      if (!killed && steps.some((line) => JSON.parse(line).share > 0.05)) {
        killed = true;
        taking.kill("SIGKILL");
      }
    }
    await taking.exited;
    expect(killed).toBe(true);
    const none = await run(["restore", "--list", "--json"], { cwd, env });
    expect(JSON.parse(none.stdout).data).toEqual([]);

    const folder = `${data}-backups`;
    const [made = ""] = readdirSync(folder).filter((name) => name.startsWith("waybill-"));
    const upload = Bun.spawn([executable, "backup", "--upload", join(folder, made), "--data", data], {
      env,
      stdout: "pipe",
      stderr: "pipe",
    });
    let peakKb = 0;
    const ended = finish(upload);
    await eventually("its end", () => {
      const status = upload.exitCode === null ? readFileSync(`/proc/${upload.pid}/status`, "utf8") : "";
      peakKb = Math.max(peakKb, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0));
      return upload.exitCode !== null || undefined;
    });
    const { exitCode, stderr } = await ended;
    expect([exitCode, stderr]).toEqual([exitCodes.done.code, ""]);
    expect(peakKb / 1_024).toBeLessThan(largeMb);
    const { data: there } = JSON.parse((await run(["restore", "--list", "--json"], { cwd, env })).stdout);
    expect(there.map(({ backup }: { backup: string }) => backup.split("/").at(-1))).toEqual([made]);
    const sizes = ["telemetry.db", "live.db"].map((name) => statSync(join(folder, made, name)).size);
    const [first] = there;
    expect(sizes).toEqual(
      ["telemetry.db", "live.db"].map(
        (name) => first.databases.find(({ file }: { file: string }) => file === name).bytes,
      ),
    );

    const restored = join(cwd, "restored");
    const done = await run(["restore", `s3:${made}`, "--data", restored, "--json"], { cwd, env });
    expect(done.exitCode).toBe(exitCodes.done.code);
  });

  test("refuses a wrong key, a missing bucket and another region in words", async () => {
    gateway = await startVersitygw(cwd);
    const said = async (change: Record<string, string>) => {
      const { exitCode, stderr } = await run(["restore", "--list"], {
        cwd,
        env: { ...gateway.env, ...change },
      });
      return `${exitCode} ${stderr}`;
    };
    expect(await said({ WAYBILL_BACKUP_S3_KEY: "wrong" })).toContain("73 waybill: ");
    expect(await said({ WAYBILL_BACKUP_S3_KEY: "wrong" })).toContain("the secret of the key is wrong");
    expect(await said({ WAYBILL_BACKUP_S3_KEY_ID: "WRONG" })).toContain("check WAYBILL_BACKUP_S3_KEY_ID");
    expect(await said({ WAYBILL_BACKUP_S3_BUCKET: "nobody" })).toContain("there is no bucket nobody");
    expect(await said({ WAYBILL_BACKUP_S3_REGION: "us-east-1" })).toContain("set WAYBILL_BACKUP_S3_REGION");
  });
});
