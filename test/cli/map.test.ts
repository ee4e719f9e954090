import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoMap } from "../support/maps.ts";
import { run } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "waybill-map-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("`map check` says what maps would show of a file, and why it cannot be used", async () => {
  const fine = await run(["map", "check", demoMap]);
  expect(fine.exitCode).toBe(0);
  for (const words of ["0.5 MB", "west -87.8027344", "10 to 13", "Protomaps basemap", "© OpenStreetMap"]) {
    expect(fine.stdout).toContain(words);
  }
  const json = await run(["map", "check", demoMap, "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: true, schema: "protomaps", maxZoom: 13 });

  const cut = join(folder, "cut.pmtiles");
  writeFileSync(cut, readFileSync(demoMap).subarray(0, 9_999));
  const broken = await run(["map", "check", cut]);
  expect([broken.exitCode, broken.stdout]).toEqual([65, ""]);
  expect(broken.stderr).toBe(`waybill: ${cut} is truncated: it has 9999 bytes and should have 476573\n`);
  const none = await run(["map", "check", join(folder, "none.pmtiles")]);
  expect([none.exitCode, none.stderr]).toEqual([65, expect.stringContaining("does not exist")]);
  expect((await run(["map", "check", folder])).exitCode).toBe(65);
});
