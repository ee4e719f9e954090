import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { finish } from "../../support/child.ts";
import { makeDataFolder } from "../../support/data-folder.ts";
import { commandsIn } from "../../support/guide-code.ts";

/** The commands of "How far one machine goes" name what there is. Each measurement takes minutes, so none runs here. */

const root = join(import.meta.dir, "../../..");
const text = await Bun.file(join(root, "src/web/docs/guides/one-machine.md")).text();
const lines = commandsIn(text).flatMap((block) => block.trim().split("\n"));

async function runBun(...args: string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, ...args], { cwd: root, stdout: "pipe", stderr: "pipe" });
  const { exitCode, stdout, stderr } = await finish(child);
  expect([exitCode, stderr]).toEqual([0, ""]);
  return stdout;
}

test("each measurement is one of the bench, and its options are, too", async () => {
  const help = await runBun("test/bench/main.ts", "--help");
  const measured = lines.flatMap((line) => /^npm run bench -- (.+)$/.exec(line)?.slice(1) ?? []);
  expect(measured.length).toBeGreaterThanOrEqual(5);
  for (const args of measured) {
    const [, options = "", names = ""] = /^(.*) --only (.+)$/.exec(args) ?? [];
    expect(options).toMatch(/^(--quick )?--dir \/srv$/);
    for (const option of options.match(/--\w+/g) ?? []) expect(help).toContain(`  ${option}`);
    for (const name of names.split(" ")) expect(help).toMatch(new RegExp(`^  ${name} {2,}\\S`, "m"));
  }
});

test("a backup's bytes are counted by table", async () => {
  const folder = await makeDataFolder();
  const counting = lines.flatMap(
    (line) => /^node with-bun\.mjs run (\S+) \S+\/(\w+\.db) (\w+)$/.exec(line) ?? [],
  );
  expect(counting.length).toBeGreaterThan(0);
  for (let at = 0; at < counting.length; at += 4) {
    const [, script = "", database = "", table = ""] = counting.slice(at, at + 4);
    expect(await runBun(script, join(folder, database), table)).toContain(`for each of 0 ${table}`);
  }
  rmSync(folder, { recursive: true });
});
