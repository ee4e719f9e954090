import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import Database from "better-sqlite3";
import { exitCodes } from "../../src/cli/exit-code.ts";
import { valuesInFiles } from "../support/bytes.ts";
import { startServer } from "../support/harness.ts";
import { unpack } from "../upgrades/folders.ts";
import { run } from "./run.ts";
import { typed } from "./typed.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-migrate-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const namesIn = (set: string) =>
  readdirSync(new URL(`../../migrations/${set}`, import.meta.url))
    .sort()
    .map((file) => file.replace(".sql", ""));

test("migrate tells what it applied to which database; the second time there is nothing to do", async () => {
  const data = join(folder, "data");
  // Every database has new migrations since this one; a newer folder may have all of some.
  await unpack("2026-11-22-limits", data);
  const first = await typed(["migrate", "--data", data, "--json"]);
  expect([first.exitCode, first.stderr]).toEqual([0, ""]);
  const { applied } = JSON.parse(first.stdout) as { applied: { store: string; migrations: string[] }[] };
  const sets = { accounts: "accounts", live: "platform", sandbox: "platform", telemetry: "telemetry" };
  expect(applied.map(({ store }) => store)).toEqual(Object.keys(sets));
  for (const { store, migrations } of applied) {
    expect(migrations.length).toBeGreaterThan(0);
    expect(migrations).toEqual(namesIn(sets[store as keyof typeof sets]).slice(-migrations.length));
  }
  expect(await typed(["migrate", "--data", data])).toEqual({
    exitCode: 0,
    stdout: "All databases are up to date.\n",
    stderr: "",
  });
});

test.each(["d", "a/b", "./e/"])(
  "a folder may be named from where one stands, however short: %s",
  async (data) => {
    const init = ["init", "--email", "a@example.com", "--password-stdin", "--data", data];
    const made = await run(init, { cwd: folder, input: "a long enough passphrase" });
    expect([made.exitCode, made.stderr]).toEqual([
      0,
      expect.stringContaining(`Created a new installation in ${resolve(folder, data)}`),
    ]);
    const migrated = await run(["migrate", "--data", data], { cwd: folder });
    expect([migrated.exitCode, migrated.stdout, migrated.stderr]).toEqual([
      0,
      "All databases are up to date.\n",
      "",
    ]);
  },
);

test("a folder without an installation is refused, and none is made", async () => {
  const data = join(folder, "mistyped");
  expect(await typed(["migrate", "--data", data])).toEqual({
    exitCode: exitCodes.unusable.code,
    stdout: "",
    stderr: `waybill: no installation in ${data}: name its folder with --data, or create one with \`waybill init\`\n`,
  });
  expect(existsSync(data)).toBe(false);
});

/** What a server left that has stopped. */
async function makeInstallation(dataDir: string): Promise<void> {
  const server = await startServer({ dataDir });
  await server.stop();
}

test("--rewrite leaves nothing of deleted rows in the files; beside a server, its next start does it", async () => {
  const data = join(folder, "rewritten");
  await makeInstallation(data);
  const value = "zq7xkremains";
  const rewrite = async () => {
    const answer = await typed(["migrate", "--rewrite", "--data", data, "--json"]);
    expect([answer.exitCode, answer.stderr]).toEqual([0, ""]);
    return JSON.parse(answer.stdout).rewriting;
  };
  // As it is where SQLite moved a row within the file.
  const leave = () => {
    for (const name of ["accounts", "live", "sandbox", "telemetry"]) {
      const connection = new Database(join(data, `${name}.db`));
      connection.pragma("secure_delete = OFF");
      connection.exec("CREATE TABLE remains (text TEXT)");
      connection.prepare("INSERT INTO remains VALUES (?)").run(value);
      connection.exec("DROP TABLE remains");
      connection.pragma("wal_checkpoint(TRUNCATE)");
      connection.close();
    }
    expect(new Set(valuesInFiles(data, [value]).map((found) => found.split(".")[0])).size).toBe(4);
  };
  expect(await rewrite()).toBe("done");
  leave();
  expect(await rewrite()).toBe("done");
  expect(valuesInFiles(data, [value])).toEqual([]);
  const readable = await typed(["migrate", "--rewrite", "--data", data]);
  expect(readable.stdout).toBe("All databases are up to date.\nAll databases are rewritten.\n");

  leave();
  const server = await startServer({ dataDir: data });
  expect(await rewrite()).toBe("at_next_start");
  await server.stop();
  expect(valuesInFiles(data, [value])).not.toEqual([]);
  await (await startServer({ dataDir: data })).stop();
  expect(valuesInFiles(data, [value])).toEqual([]);
});

test("a rewrite that fails is told, and tried again at the next start", async () => {
  const data = join(folder, "unwritable");
  await makeInstallation(data);
  const rewrite = () => typed(["migrate", "--rewrite", "--data", data]);
  expect((await rewrite()).exitCode).toBe(0);
  // SQLite copies no table whose check names a function that it lacks. A start does not read a file of 3 MB through.
  const withLive = (sql: string) => {
    using stack = new DisposableStack();
    const connection = stack.adopt(new Database(join(data, "live.db")), (opened) => opened.close());
    connection.function("unknown", { deterministic: true }, (_bytes) => 1);
    connection.exec(sql);
    // The mark of its schema.
    connection.pragma("user_version = 0");
  };
  withLive(
    "CREATE TABLE odd (bytes BLOB CHECK (unknown(bytes))); INSERT INTO odd VALUES (zeroblob(3000000))",
  );
  const failed = await rewrite();
  expect(failed.stderr).toContain("Rewriting a database failed");
  expect(failed.stdout).toEndWith("The next start rewrites the databases.\n");
  expect(readdirSync(data).filter((name) => name.endsWith("-remains"))).toEqual(["live.db-remains"]);

  withLive("DROP TABLE odd");
  expect((await typed(["migrate", "--data", data])).exitCode).toBe(0);
  expect(readdirSync(data).filter((name) => name.endsWith("-remains"))).toEqual([]);
});

test("beside a running server of the same version there is nothing to do", async () => {
  const server = await startServer();
  const answer = await typed(["migrate", "--data", server.deps.config.data, "--json"]);
  expect(answer).toEqual({ exitCode: 0, stdout: '{\n  "applied": []\n}\n', stderr: "" });
  await server.stop();
});
