import { expect, test } from "bun:test";
import { join } from "node:path";
import { isElsewhere } from "../../../src/infra/backups/elsewhere.ts";
import { takeBackups } from "../../../src/infra/backups/jobs.ts";
import { dayMs } from "../../../src/infra/units.ts";
import { createClock } from "../../support/clock.ts";
import { startServer } from "../../support/harness.ts";
import { mountDisk } from "../../support/mount.ts";
import { testWith } from "../../support/test-with.ts";
import { temporaryFolder } from "../db/support.ts";

test("a folder on the disk of the data holds nothing that outlives it", async () => {
  using place = temporaryFolder();
  const server = await startServer({
    dataDir: join(place.path, "data"),
    config: { backupFolder: join(place.path, "backups") },
  });
  await takeBackups(server.deps).run(Date.now());
  expect(await isElsewhere(server.deps)).toBe(false);
  await server.stop();
});

testWith(
  "mounts",
  "one on another file system does, once it has a backup of the last seven days",
  async () => {
    using place = temporaryFolder();
    const folder = join(place.path, "backups");
    using _disk = mountDisk("size=200m", folder);
    const clock = createClock();
    const server = await startServer({
      dataDir: join(place.path, "data"),
      config: { backupFolder: folder, minFreeMb: 0 },
      replacements: { clock },
    });
    expect(await isElsewhere(server.deps)).toBe(false);
    await takeBackups(server.deps).run(clock.now());
    expect(await isElsewhere(server.deps)).toBe(true);
    clock.advance((8 * dayMs) / 1_000);
    expect(await isElsewhere(server.deps)).toBe(false);
    await server.stop();
  },
);
