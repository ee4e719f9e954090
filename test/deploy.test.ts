import { expect, test } from "bun:test";
import { join } from "node:path";
import { version } from "../package.json";
import { exitCodes } from "../src/cli/exit-code.ts";
import { config } from "../tools/packages/image.ts";
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

test("compose runs the image of this version without rights, and what it writes is on a volume", async () => {
  const compose = Bun.YAML.parse(await Bun.file(join(deploy, "compose.yaml")).text());
  const [volume = ""] = Object.keys(config.Volumes);
  const [port] = Object.keys(config.ExposedPorts);
  expect(compose).toMatchObject({
    services: {
      waybill: {
        image: `waybill:${version}`,
        read_only: true,
        cap_drop: ["ALL"],
        volumes: [`waybill:${volume}`],
        ports: [`127.0.0.1:8080:${port?.replace("/tcp", "")}`],
      },
    },
  });
  expect(config.User).toBe("65532:65532");
  expect(config.Env.find((line) => line.startsWith("WAYBILL_DATA="))).toStartWith(`WAYBILL_DATA=${volume}/`);
});

test("the image asks itself whether it is alive, by the executable, as there is nothing else", () => {
  expect(config.Healthcheck.Test).toEqual(["CMD", ...config.Entrypoint, "healthcheck"]);
});
