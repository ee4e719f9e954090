import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { exitCodes } from "../../src/cli/exit-code.ts";
import { linesOf } from "../infra/db/support.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { eventually } from "../support/harness.ts";
import { testWith } from "../support/test-with.ts";
import { executable, run, serve, signUp } from "./executable.ts";

/** What an operator does: back up beside a server that is busy, lose the machine, restore. */

const timeoutMs = 150_000;
const somebodyElse = 65_534;
const workers = 4;
/** Made before the backup begins, in each environment. */
const shipmentsBefore = 40;

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "waybill-backup-"));
});
afterAll(() => rmSync(cwd, { recursive: true }));

async function create(url: string, key: string): Promise<string | undefined> {
  const answer = await fetch(`${url}${platform}/shipments`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(shipmentBody()),
  }).catch(() => undefined);
  return answer?.status === 201 ? ((await answer.json()) as { id: string }).id : undefined;
}

const statusOf = async (url: string, key: string, id: string) =>
  (await fetch(`${url}${platform}/shipments/${id}`, { headers: { "x-api-key": key } })).status;

test("what was acknowledged before a backup began is there after a kill and a restore", async () => {
  const [data, backups, restored] = ["data", "backups", "restored"].map((name) => join(cwd, name)) as [
    string,
    string,
    string,
  ];
  const serving = await serve(data, { cwd });
  const { keys } = await signUp(serving.url);
  const made = { sandbox: [] as string[], live: [] as string[] };
  let stopping = false;
  const work = async (environment: "sandbox" | "live") => {
    while (!stopping) {
      const id = await create(serving.url, keys[environment]);
      if (id) made[environment].push(id);
    }
  };
  const working = Array.from({ length: workers }, (_, index) => work(index % 2 === 0 ? "sandbox" : "live"));
  await eventually("something to lose", () =>
    Math.min(made.sandbox.length, made.live.length) >= shipmentsBefore ? true : undefined,
  );

  const before = { sandbox: [...made.sandbox], live: [...made.live] };
  const backup = await run(["backup", backups, "--data", data, "--json"], { cwd });
  expect([backup.exitCode, backup.stderr]).toEqual([exitCodes.done.code, ""]);
  const { path, databases } = JSON.parse(backup.stdout);
  const whileTaken = made.live.length - before.live.length;
  expect(whileTaken).toBeGreaterThan(0);
  serving.kill("SIGKILL");
  stopping = true;
  await Promise.all([serving.exited, ...working]);

  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(readdirSync(path).filter((name) => (statSync(join(path, name)).mode & 0o777) !== 0o600)).toEqual([]);
  expect(databases.map(({ file }: { file: string }) => file)).toEqual([
    "accounts.db",
    "live.db",
    "sandbox.db",
    "telemetry.db",
  ]);

  cpSync(path, restored, { recursive: true });
  rmSync(data, { recursive: true });
  const again = await serve(restored, { cwd });
  for (const environment of ["sandbox", "live"] as const) {
    const lost: string[] = [];
    for (const id of before[environment]) {
      if ((await statusOf(again.url, keys[environment], id)) !== 200) lost.push(id);
    }
    expect(lost).toEqual([]);
    expect(await create(again.url, keys[environment])).toStartWith("shp_");
  }
  again.kill("SIGTERM");
  expect((await again.exited).exitCode).toBe(exitCodes.done.code);

  const torn = join(cwd, "torn");
  cpSync(path, torn, { recursive: true });
  truncateSync(join(torn, "live.db"), statSync(join(torn, "live.db")).size / 2);
  const refused = await run(["serve", "--port", "0", "--data", torn], { cwd, timeoutMs });
  expect(refused.exitCode).toBe(exitCodes.damaged.code);
  expect(refused.stderr).toMatch(/^waybill: \S+live\.db is damaged .* restore the newest backup [^\n]+\n$/);
});

testWith("root", "root has a server of another user do it, by a process of the same executable", async () => {
  const place = join(cwd, "service");
  const [data, backups] = [join(place, "data"), join(place, "backups")];
  mkdirSync(place);
  chmodSync(cwd, 0o711);
  chownSync(place, somebodyElse, somebodyElse);
  const server = Bun.spawn(
    [
      "setpriv",
      `--reuid=${somebodyElse}`,
      "--clear-groups",
      executable,
      "serve",
      "--port=0",
      `--data=${data}`,
    ],
    {
      cwd: place,
      env: { WAYBILL_BACKUP_FOLDER: backups, WAYBILL_BACKUP_KEEP: "1" },
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  await linesOf(server.stdout).next();
  const take = async (...args: string[]) => {
    const taken = await run(["backup", ...args, "--data", data, "--json"], { cwd });
    expect([taken.exitCode, taken.stderr]).toEqual([exitCodes.done.code, ""]);
    return JSON.parse(taken.stdout);
  };
  const first = await take();
  const second = await take();
  expect([first.removed, second.removed]).toEqual([[], []]);
  expect(readdirSync(backups)).toContain(basename(second.path));
  const owners = [place, data, backups, second.path].flatMap((folder) =>
    readdirSync(folder).map((name) => statSync(join(folder, name)).uid),
  );
  expect(new Set(owners)).toEqual(new Set([somebodyElse]));
  const elsewhere = await take(join(place, "elsewhere"));
  expect(elsewhere.path).toStartWith(join(place, "elsewhere/waybill-"));
  const refused = await run(["backup", join(cwd, "roots"), "--data", data], { cwd });
  expect(refused.exitCode).toBe(exitCodes.tryLater.code);
  expect(refused.stderr).toMatch(/^waybill: cannot use the backup folder \S+roots: EACCES[^\n]+\n$/);
  server.kill("SIGTERM");
  await server.exited;
  const alone = await run(["backup", "--data", data], { cwd });
  expect(alone.exitCode).toBe(exitCodes.usage.code);
  const foreign = await run(["backup", join(cwd, "roots"), "--data", data], { cwd });
  expect(foreign.exitCode).toBe(exitCodes.unusable.code);
  expect(foreign.stderr).toContain("run waybill as its owner");
});
