import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listReached } from "./changed.ts";

/** A project in small, of which every file is committed. */
const project = {
  "src/access/keys/secret.ts": "export const length = 36;",
  "src/access/keys/service.ts":
    'import { length } from "@/access/keys/secret.ts"; export const issue = () => length;',
  "src/access/keys/view.ts": 'import type { issue } from "./service.ts"; export type View = typeof issue;',
  "src/infra/text/words.ts": "export const word = 1;",
  "src/infra/text/words.d.ts": "export const Word: object;",
  "test/access/keys/routes.test.ts": 'import "../../support/harness.ts";',
  "test/access/people.test.ts": 'import "../support/people.ts";',
  "test/access/view.test.ts": 'import "../../src/access/keys/view.ts";',
  "test/infra/text/words.test.ts": 'import "../../src/infra/text/words.ts";',
  "test/support/harness.ts": 'import { join } from "node:path"; await import(join("..", "src"));',
  "test/support/people.ts": 'export { issue } from "../../src/access/keys/service.ts";',
  "test/style.test.ts": "",
  "migrations/accounts/0001.sql": "CREATE TABLE keys (id TEXT);",
};
const files = Object.keys(project).filter((path) => path.endsWith(".test.ts"));
let folder: string;

const git = (...args: string[]) => {
  const { exitCode, stderr } = Bun.spawnSync(["git", ...args], { cwd: folder });
  if (exitCode !== 0) throw new Error(stderr.toString());
};

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-changed-"));
  git("init", "--quiet");
  for (const [path, text] of Object.entries(project)) write(path, text);
  commit();
});
afterAll(() => rmSync(folder, { recursive: true }));

function commit(): void {
  git("add", "--all");
  git("-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "--quiet", "--message=Change");
}

/** What a change of these files reaches, in addition to the tests that every change runs. */
async function reachedBy(paths: string[], since = "HEAD"): Promise<string[]> {
  for (const path of paths) write(path, `${project[path as keyof typeof project] ?? ""} `);
  const reached = await listReached(files, since, folder);
  git("reset", "--quiet", "--hard");
  git("clean", "--quiet", "--force", "-d");
  expect(reached).toContain("test/style.test.ts");
  return reached.filter((file) => file !== "test/style.test.ts");
}

test("a change reaches the tests that import it through other files, and all of its room", async () => {
  expect(await reachedBy(["src/access/keys/secret.ts"])).toEqual([
    "test/access/keys/routes.test.ts",
    "test/access/people.test.ts",
  ]);
  expect(await reachedBy(["src/infra/text/words.ts"])).toEqual(["test/infra/text/words.test.ts"]);
});

test("a file that is new, and one that only tests share, count as any other", async () => {
  expect(await reachedBy(["src/access/keys/rotation.ts"])).toEqual(["test/access/keys/routes.test.ts"]);
  expect(await reachedBy(["test/support/harness.ts"])).toEqual(["test/access/keys/routes.test.ts"]);
  expect(await reachedBy(["test/access/view.test.ts"])).toEqual(["test/access/view.test.ts"]);
});

test("a migration or a package reaches every test, and no change none", async () => {
  expect(await reachedBy(["migrations/accounts/0001.sql"])).toHaveLength(files.length - 1);
  expect(await reachedBy(["bun.lock"])).toHaveLength(files.length - 1);
  expect(await reachedBy([])).toEqual([]);
});

test("changes since a commit count those that are committed", async () => {
  write("src/infra/text/words.ts", "export const word = 2;");
  commit();
  expect(await reachedBy([], "HEAD~1")).toEqual(["test/infra/text/words.test.ts"]);
  expect(await reachedBy([])).toEqual([]);
  await expect(reachedBy([], "nowhere")).rejects.toThrow("nowhere");
});
