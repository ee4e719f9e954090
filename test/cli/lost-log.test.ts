import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { exitCodes } from "../../src/cli/exit-code.ts";
import { temporaryFolder } from "../infra/db/support.ts";
import { run, serve } from "./run.ts";

test("a log removed after a kill: the start says what is lost, and goes on once that is accepted", async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, "data");
  const flags = ["--data", data];
  const serving = () => serve([...flags, "--port", "0", "--ready-json"]);
  await (await serving()).kill("SIGKILL");
  for (const file of ["live.db-wal", "live.db-shm"]) rmSync(join(data, file));

  const refused = await run(["serve", ...flags, "--port", "0"]);
  expect([refused.exitCode, refused.stdout]).toEqual([exitCodes.damaged.code, ""]);
  expect(refused.stderr).toMatch(/^waybill: \S+live\.db-wal is missing, [^\n]+accept-lost-log --data \S+\n$/);
  expect((await run(["key", "revoke", "key_x", ...flags])).exitCode).toBe(exitCodes.damaged.code);
  expect((await run(["backup", join(folder.path, "backups"), ...flags])).exitCode).toBe(
    exitCodes.damaged.code,
  );

  const accept = () => run(["accept-lost-log", ...flags]);
  expect((await accept()).stdout).toBe("Accepted the loss of live.db-wal. Start the server.\n");
  expect((await accept()).stdout).toBe("No log is missing. Nothing was changed.\n");
  const again = await serving();
  expect((await accept()).exitCode).toBe(exitCodes.tryLater.code);
  expect((await again.kill()).exitCode).toBe(exitCodes.done.code);
});
