import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "../../../src/app/config/reading.ts";
import { restore } from "../../../src/app/restore/restore.ts";
import { openStores } from "../../../src/infra/db/open-stores.ts";
import { silentLog, temporaryFolder } from "../../infra/db/support.ts";
import { startServer } from "../../support/harness.ts";
import { databases, makeBackup, shipmentsIn } from "./support.ts";

/** A restore that is repeated, interrupted or killed. */

const at = Date.UTC(2026, 10, 21, 4);
/** Steps before the end: what was there is moved out, and nothing has taken its place. */
const middle = -databases.length - 3;

let place: ReturnType<typeof temporaryFolder>;
/** A folder that has a shipment more than its backup. */
let source: string;
let backup: string;
beforeAll(async () => {
  place = temporaryFolder();
  const { dataDir, path } = await makeBackup(place.path, "plain", null);
  [source, backup] = [dataDir, path];
});
afterAll(() => place[Symbol.dispose]());

let folders = 0;
const newFolder = () => join(place.path, `restored-${++folders}`);
function copyOfSource(): string {
  const path = newFolder();
  cpSync(source, path, { recursive: true });
  return path;
}

/** Restores the backup over what is there. */
const replaceBy = (dataDir: string, onStep: (step: string) => void = () => {}) =>
  restore({
    backup,
    config: { ...loadConfig({}, {}, {}), data: dataDir, minFreeMb: 0 },
    replace: true,
    now: () => at,
    onStep,
  });

test("two restores within a second keep both former contents", async () => {
  const dataDir = copyOfSource();
  const [one, two] = [await replaceBy(dataDir), await replaceBy(dataDir)];
  expect([one.replaced, two.replaced]).toEqual([
    join(dataDir, "replaced-2026-11-21T040000Z"),
    join(dataDir, "replaced-2026-11-21T040001Z"),
  ]);
  expect(shipmentsIn(String(one.replaced))).toEqual(shipmentsIn(source));
  expect(shipmentsIn(String(two.replaced))).toEqual(shipmentsIn(backup));
});

test("repeating an interrupted restore finishes it and reports what it brought", async () => {
  const [whole, interrupted] = [copyOfSource(), copyOfSource()];
  const expected = await replaceBy(whole);
  expect(expected.databases).toHaveLength(databases.length);
  const stopped = replaceBy(interrupted, (step) => {
    if (step === "removing the plan") throw new Error("interrupted");
  });
  await expect(stopped).rejects.toThrow("interrupted");
  const replaced = expected.replaced?.replace(whole, interrupted) ?? null;
  expect(await replaceBy(interrupted)).toEqual({ ...expected, data: interrupted, replaced });
});

/** Restores the backup over what is there, and copies the folder before each step. @returns the copies */
async function copiedBefore(dataDir: string): Promise<string[]> {
  const copies: string[] = [];
  await replaceBy(dataDir, () => {
    const copy = newFolder();
    // By another process: closing a copied file here would give up SQLite's locks.
    const copied = Bun.spawnSync(["cp", "--archive", dataDir, copy]);
    if (!copied.success) throw new Error(copied.stderr.toString());
    copies.push(copy);
  });
  return copies;
}

/** Every file with a hash of its content, but locks and shared memory, which no other process reads. */
function filesIn(dataDir: string): unknown[] {
  const names = readdirSync(dataDir, { recursive: true }).map(String).sort();
  return names
    .filter((name) => !/^lock\.db|-shm$/.test(name) && statSync(join(dataDir, name)).isFile())
    .map((name) => [name, Bun.hash(readFileSync(join(dataDir, name)))]);
}

describe("killed before each of its steps", () => {
  // A kill leaves the files as they are at that moment, and so does a copy: each step needs no process of its own.
  // Whoever opens the folder settles it; a server does no more about it.
  let full: string[];
  let empty: string[];
  let before: unknown[];
  let restored: unknown[];
  beforeAll(async () => {
    [before, restored] = [shipmentsIn(source), shipmentsIn(backup)];
    [full, empty] = [await copiedBefore(copyOfSource()), await copiedBefore(newFolder())];
  });

  test("a server starts on what is left in the middle of moving", async () => {
    const dataDir = newFolder();
    cpSync(String(full.at(middle)), dataDir, { recursive: true });
    const server = await startServer({ dataDir });
    const ids = server.deps.stores.platform("sandbox").db.all<{ id: string }>("SELECT id FROM shipments");
    await server.stop();
    expect(ids.map(({ id }) => id)).toEqual(restored as string[]);
  });

  test("a kill leaves what the copy of that moment has", async () => {
    const fixture = join(import.meta.dir, "fixtures/killed-restore.ts");
    const dataDir = copyOfSource();
    const step = full.length + middle;
    const child = Bun.spawn([process.execPath, fixture, backup, dataDir, String(step), String(at)], {
      stderr: "pipe",
    });
    expect([await new Response(child.stderr).text(), await child.exited]).toEqual(["", 137]);
    expect(filesIn(dataDir)).toEqual(filesIn(String(full[step])));
  });

  test("a folder with data is as it was, or whole after the next start", async () => {
    expect(before).not.toEqual(restored);
    const outcomes: unknown[] = [];
    for (const dataDir of full) {
      await (await openStores({ dataDir, log: silentLog })).close();
      expect(existsSync(join(dataDir, "restoring"))).toBe(false);
      const ids = shipmentsIn(dataDir);
      outcomes.push(ids.length);
      const replaced = readdirSync(dataDir).filter((name) => name.startsWith("replaced-"));
      if (ids.length === before.length) expect([ids, replaced]).toEqual([before, []]);
      else {
        expect(ids).toEqual(restored);
        expect(shipmentsIn(join(dataDir, String(replaced[0])))).toEqual(before);
      }
    }
    expect(new Set(outcomes)).toEqual(new Set([before.length, restored.length]));
  });

  test("nothing was there: a start does not take the remains for a new installation", async () => {
    for (const dataDir of empty) {
      const start = await openStores({ dataDir, log: silentLog }).catch((error: Error) => error);
      if (start instanceof Error) {
        expect(start.message).toContain(`a restore into ${dataDir} was interrupted: run it again`);
        await replaceBy(dataDir);
      } else await start.close();
      expect(shipmentsIn(dataDir)).toEqual(restored);
    }
  });
});
