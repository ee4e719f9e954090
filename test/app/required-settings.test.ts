import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig, SettingError } from "../../src/app/config/reading.ts";
import { requireGeocoder } from "../../src/app/required-settings.ts";
import { geocoderSettings } from "../../src/infra/config/geocoder-settings.ts";
import { flagName, variableName } from "../../src/infra/config/settings.ts";
import { run } from "../cli/run.ts";

/** What `serve` refuses because another setting is missing. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-required-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const options = {
  geocoder: "photon",
  geocoderKey: "k-123",
  geocoderPerSecond: "2",
  geocoderTyping: "on",
  geocoderSandbox: "off",
} as const satisfies Record<Exclude<keyof typeof geocoderSettings, "geocoderUrl">, string>;
const { geocoderUrl: _, ...others } = geocoderSettings;
const names = Object.keys(others) as (keyof typeof options)[];

test.each(names)("%s without a geocoder is refused in one sentence, as a flag and as a variable", (name) => {
  const sentence = (from: string) =>
    `${from} has no use without --geocoder-url or WAYBILL_GEOCODER_URL: remove it, or give one`;
  const asFlag = loadConfig({ [name]: options[name] }, {}, {});
  expect(() => requireGeocoder(asFlag)).toThrow(SettingError);
  expect(() => requireGeocoder(asFlag)).toThrow(sentence(flagName(name)));
  const asVariable = loadConfig({}, {}, { [variableName(name)]: options[name] });
  expect(() => requireGeocoder(asVariable)).toThrow(sentence(variableName(name)));
  const url = { geocoderUrl: "http://127.0.0.1:8088" };
  expect(() => requireGeocoder(loadConfig({ ...url, [name]: options[name] }, {}, {}))).not.toThrow();
});

test("no setting of a geocoder at all is fine, and so are defaults", () => {
  expect(() => requireGeocoder(loadConfig({}, {}, {}))).not.toThrow();
  expect(() => requireGeocoder(loadConfig({}, { geocoder: "photon" }, {}))).not.toThrow();
});

test("the exit code says that somebody must fix it, and nothing is made", async () => {
  const data = join(folder, "data");
  const key = join(folder, "key");
  writeFileSync(key, "k-secret\n");
  const { exitCode, stdout, stderr } = await run(["serve", "--data", data], {
    env: { WAYBILL_GEOCODER_KEY_FILE: key },
  });
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("WAYBILL_GEOCODER_KEY_FILE has no use without --geocoder-url");
  expect(stderr).not.toContain("k-secret");
  expect(existsSync(data)).toBe(false);
});
