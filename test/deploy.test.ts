import { expect, test } from "bun:test";
import { join } from "node:path";
import { exitCodes } from "../src/cli/exit-code.ts";
import { testWith } from "./support/test-with.ts";

const deploy = join(import.meta.dir, "../deploy");
const exposureMax = 1.5;

/** A unit's directives; one that stands there more than once has all of its values. */
async function readUnit(name: string): Promise<Map<string, string[]>> {
  const unit = new Map<string, string[]>();
  for (const line of (await Bun.file(join(deploy, name)).text()).split("\n")) {
    const [, directive = "", value = ""] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (directive !== "") unit.set(directive, [...(unit.get(directive) ?? []), value]);
  }
  return unit;
}

const unit = await readUnit("waybill.service");

test.each([
  ["Type", "notify"],
  ["ExecStart", "/usr/local/bin/waybill serve"],
  ["DynamicUser", "yes"],
  ["StateDirectory", "waybill waybill-backups"],
  ["ProtectSystem", "strict"],
  ["NoNewPrivileges", "yes"],
  ["CapabilityBoundingSet", "CAP_NET_BIND_SERVICE"],
  ["AmbientCapabilities", "CAP_NET_BIND_SERVICE"],
  ["MemoryMax", "1G"],
])("the unit says %s=%s", (name, value) => {
  expect(unit.get(name)).toEqual([value]);
});

test("the unit unsets variables that would make the executable run other code", () => {
  const unset = unit.get("UnsetEnvironment")?.flatMap((value) => value.split(" "));
  expect(unset).toEqual(expect.arrayContaining(["BUN_BE_BUN", "BUN_OPTIONS", "NODE_OPTIONS", "LD_PRELOAD"]));
});

test("the unit restarts after what may pass, and not after what somebody must fix", () => {
  const { usage, unusable, damaged, newer } = exitCodes;
  const codes = [usage, unusable, damaged, newer].map(({ code }) => code);
  expect(unit.get("Restart")).toEqual(["on-failure"]);
  expect(unit.get("RestartPreventExitStatus")).toEqual([codes.join(" ")]);
  expect(codes).not.toContain(exitCodes.tryLater.code);
  expect(unit.get("StartLimitIntervalSec")).toEqual(["0"]);
});

test("the unit lets the driver be loaded from the data folder, and memory be written and executed", () => {
  const [folder] = unit.get("ExecPaths") ?? [];
  expect(unit.get("Environment")).toContain(`WAYBILL_DATA=${folder}`);
  expect(unit.get("WorkingDirectory")).toEqual([`${folder}`]);
  expect(unit.has("MemoryDenyWriteExecute")).toBe(false);
});

test("the one privilege of the unit counts on the machine's own ports", () => {
  expect(unit.has("PrivateUsers")).toBe(false);
});

testWith("systemd", `systemd finds the units exposed to at most ${exposureMax}`, async () => {
  for (const name of ["waybill.service", "waybill-litestream.service"]) {
    const args = ["security", "--offline=true", "--no-pager", join(deploy, name)];
    const output = await Bun.$`systemd-analyze ${args}`.text();
    const exposure = Number(new RegExp(`Overall exposure level for ${name}: ([\\d.]+)`).exec(output)?.[1]);
    expect(exposure).toBeLessThanOrEqual(exposureMax);
  }
});

test("Litestream runs as Waybill's user, stops after it, and restarts until the standby answers", async () => {
  const beside = await readUnit("waybill-litestream.service");
  for (const name of ["DynamicUser", "User", "StateDirectory", "StateDirectoryMode", "WorkingDirectory"]) {
    const [first] = (unit.get(name) ?? []).flatMap((value) => value.split(" "));
    expect([name, beside.get(name)?.[0]]).toEqual([name, first]);
  }
  expect(beside.get("Before")).toEqual(["waybill.service"]);
  expect(beside.get("Restart")).toEqual(["always"]);
  expect(beside.get("StartLimitIntervalSec")).toEqual(["0"]);
});

test("the container runs without rights or a shell, and what it writes is on a volume", async () => {
  const lines = (await Bun.file(join(deploy, "Containerfile")).text()).split("\n");
  const instructions = lines.filter((line) => /^[A-Z]+ /.test(line));
  expect(instructions).toContain("FROM gcr.io/distroless/cc-debian12:nonroot");
  expect(instructions).toContain("USER 65532:65532");
  expect(instructions.filter((line) => line.startsWith("RUN"))).toEqual([]);
  const [, volume] = /^VOLUME (\S+)$/m.exec(instructions.join("\n")) ?? [];
  const [, data] = /WAYBILL_DATA=(\S+)/.exec(instructions.join("\n")) ?? [];
  expect(data?.startsWith(`${volume}/`)).toBe(true);
});

test("the container asks itself whether it is alive, by the executable, as there is nothing else", async () => {
  const text = await Bun.file(join(deploy, "Containerfile")).text();
  expect(text).toMatch(/^HEALTHCHECK .*CMD \["\/usr\/local\/bin\/waybill", "healthcheck"\]$/m);
});
