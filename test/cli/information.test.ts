import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { version } from "../../package.json";
import { settingRows } from "../../tools/operating-tables.ts";
import { command } from "../support/command.ts";
import { typed } from "./typed.ts";

/** The newest file of a set. */
function newest(set: string): string {
  const files = readdirSync(new URL(`../../migrations/${set}`, import.meta.url)).sort();
  return files.at(-1)?.replace(".sql", "") ?? "";
}

test("version tells of itself, of Bun and of the schemas", async () => {
  const schemas = {
    accounts: newest("accounts"),
    live: newest("platform"),
    sandbox: newest("platform"),
    telemetry: newest("telemetry"),
  };
  const json = await typed(["version", "--json"]);
  expect(JSON.parse(json.stdout)).toEqual({ version, bun: Bun.version, schemas });
  const { stdout } = await typed(["version"]);
  expect(stdout.split("\n")).toEqual([
    `waybill ${version}`,
    `Bun ${Bun.version}`,
    ...Object.entries(schemas).map(([store, schema]) => `${store}.db ${schema}`),
    "",
  ]);
});

test("config print tells every setting with its source; a flag beats a variable", async () => {
  Bun.env.WAYBILL_PORT = "9000";
  Bun.env.WAYBILL_SIGNUP = "closed";
  try {
    const args = ["config", "print", "--port", "9001"];
    const { settings } = JSON.parse((await typed([...args, "--json"])).stdout);
    const names = settingRows().map(({ flag }) => flag.split(" ")[0]?.slice(2));
    expect(settings.map(({ name }: { name: string }) => name)).toEqual(names);
    const told = new Map(settings.map((row: { name: string }) => [row.name, row]));
    expect(told.get("port")).toEqual({
      name: "port",
      value: 9001,
      shown: "9001",
      source: "flag",
      flag: "--port",
      variable: "WAYBILL_PORT",
    });
    expect(told.get("signup")).toMatchObject({ value: "closed", source: "variable" });
    expect(told.get("host")).toMatchObject({ value: "127.0.0.1", source: "default" });
    const { stdout } = await typed(args);
    expect(stdout).toMatch(/│ port +│ 9001 +│ --port +│/);
    expect(stdout).toMatch(/│ signup +│ closed +│ WAYBILL_SIGNUP +│/);
    expect(stdout).toMatch(/│ host +│ 127\.0\.0\.1 +│ default +│/);
  } finally {
    delete Bun.env.WAYBILL_PORT;
    delete Bun.env.WAYBILL_SIGNUP;
  }
});

test("config print --json has the values themselves: null for none, and no secret", async () => {
  Bun.env.WAYBILL_SECRET_KEY = Buffer.alloc(32, 7).toString("hex");
  try {
    const args = ["config", "print", "--json", "--trusted-proxies", "10.0.0.0/8,fd00::/8"];
    const { stdout } = await typed([...args, "--cors-origins", "*", "--metrics", "[::1]:9100"]);
    expect(stdout).not.toMatch(/0707|BwcH/);
    const told = Object.fromEntries(
      JSON.parse(stdout).settings.map((row: { name: string; value: unknown }) => [row.name, row.value]),
    );
    expect(told).toMatchObject({
      "trusted-proxies": ["10.0.0.0/8", "fd00::/8"],
      "cors-origins": ["*"],
      metrics: { hostname: "::1", port: 9100 },
      "public-url": null,
      "webhook-schedule": null,
      "webhook-allow-cidrs": [],
      "secret-key": "***",
      "smtp-url": null,
      ephemeral: false,
    });
  } finally {
    delete Bun.env.WAYBILL_SECRET_KEY;
  }
});

test("config print shows the schedule that webhooks are repeated by", async () => {
  const { settings } = JSON.parse((await typed(["config", "print", "--json"])).stdout);
  const row = settings.find(({ name }: { name: string }) => name === "webhook-schedule");
  expect(row.shown).toBe("0,5,300,1800,7200,18000,36000,50400,72000,86400; in the sandbox 0,5,300,1800");
});

test("what cannot be printed is not told of as done", async () => {
  const child = Bun.spawn([...command, "version"], {
    stdout: Bun.file("/dev/full"),
    stderr: "pipe",
  });
  expect(await new Response(child.stderr).text()).toBe("waybill: cannot write to standard output (ENOSPC)\n");
  expect(await child.exited).toBe(1);
});

test("config print tells what --ephemeral changes", async () => {
  const { settings } = JSON.parse((await typed(["config", "print", "--ephemeral", "--json"])).stdout);
  const told = new Map(settings.map((row: { name: string }) => [row.name, row]));
  expect(told.get("simulation-speed")).toMatchObject({ value: "instant", source: "default" });
  expect(told.get("default-tier")).toMatchObject({ value: "unlimited", source: "default" });
});
