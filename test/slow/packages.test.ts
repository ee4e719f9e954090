import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { unpackTar } from "modern-tar";
import { version } from "../../package.json";
import { platforms } from "../../tools/compile.ts";
import { packages } from "../../tools/packages/packages.ts";
import { sha256 } from "../../tools/packages/tarball.ts";
import { type Finished, finish } from "../support/child.ts";
import { testWith } from "../support/test-with.ts";
import { executable } from "./executable.ts";

/** What npm, PyPI and registries of images would get, from the executable of this machine. */

const timeoutMs = 300_000;
const machine = process.arch === "arm64" ? "linux-arm64" : "linux-x64";
const own = platforms.filter(({ name }) => name === machine);

let folder: string;
let made: string;
/** A release of all platforms whose executables are a line each, and its packages: to see what is in them. */
let small: string;
let smallMade: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill packages "));
  made = join(folder, "made");
  copyFileSync(executable, join(folder, `waybill-${version}-${machine}`));
  writeFileSync(join(folder, `waybill-${version}.licenses.txt`), "All licenses\n");
  await packages(folder, made, own);
  small = project("small");
  smallMade = join(small, "made");
  for (const { name } of platforms)
    writeFileSync(join(small, `waybill-${version}-${name}`), `executable of ${name}`);
  writeFileSync(join(small, `waybill-${version}.licenses.txt`), "All licenses\n");
  await packages(small, smallMade);
}, timeoutMs);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pathOf = (name: string) => join(made, name);

interface Where {
  cwd: string;
  env?: Record<string, string>;
}

async function run(command: string[], { cwd, env = {} }: Where): Promise<Finished> {
  const variables = { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: tmpdir(), ...env };
  return finish(Bun.spawn(command, { cwd, env: variables, stdout: "pipe", stderr: "pipe" }));
}

/** Runs it without any network but the machine's own. */
function offline(command: string[], where: Where): Promise<Finished> {
  return run(["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", ...command], where);
}

async function entriesOf(name: string) {
  const archive = Bun.gunzipSync(readFileSync(pathOf(name)));
  return (await unpackTar(archive)).map(({ header, data }) => ({ ...header, data }));
}

async function manifestOf(name: string) {
  const found = (await entriesOf(name)).find((entry) => entry.name === "package/package.json");
  return JSON.parse(new TextDecoder().decode(found?.data));
}

function project(name: string): string {
  const at = join(folder, name);
  mkdirSync(at, { recursive: true });
  return at;
}

/** An empty project of npm with these of the packages. */
async function npmProject(name: string, tarballs: string[], { from = made, flags = [] as string[] } = {}) {
  const at = project(name);
  writeFileSync(join(at, "package.json"), "{}\n");
  const files = tarballs.map((tarball) => join(from, `${tarball}-${version}.tgz`));
  const install = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", ...flags, ...files];
  const { exitCode, stderr } = await run(install, { cwd: at });
  if (exitCode !== 0) throw new Error(stderr);
  return at;
}

/** Nobody answers there. */
const deadProxy = "http://127.0.0.1:9";
const proxied = { HTTP_PROXY: deadProxy, http_proxy: deadProxy };
const launcher = "waybill";
const ownPackage = own[0]?.npm.name ?? "";

/** A project with all that a tester installs. */
let installed: Promise<string> | undefined;
function shop(): Promise<string> {
  installed ??= npmProject("a shop", [launcher, ownPackage, "waybill-client"]);
  return installed;
}

describe("npm", () => {
  test("the launcher names the package of each platform in its own version, and runs nothing at the installation", async () => {
    const { scripts, optionalDependencies, ...manifest } = await manifestOf(`waybill-${version}.tgz`);
    expect(scripts).toBeUndefined();
    expect(optionalDependencies).toEqual(Object.fromEntries(platforms.map(({ npm }) => [npm.name, version])));
    expect(manifest).toMatchObject({ name: "waybill", version, bin: { waybill: "waybill.cjs" } });
  });

  test("a platform's package is for that platform only, with the executable and all licenses", async () => {
    const tarball = `${ownPackage}-${version}.tgz`;
    const { scripts, ...manifest } = await manifestOf(tarball);
    expect(scripts).toBeUndefined();
    expect(manifest).toMatchObject({
      os: ["linux"],
      cpu: [process.arch],
      libc: ["glibc"],
      preferUnplugged: true,
    });
    const entries = await entriesOf(tarball);
    const modes = Object.fromEntries(entries.map(({ name, mode }) => [name, mode]));
    expect(modes).toEqual({
      "package/package.json": 0o644,
      "package/LICENSE": 0o644,
      "package/waybill": 0o755,
      "package/LICENSES.txt": 0o644,
      "package/README.md": 0o644,
    });
  });

  test(
    "an empty project comes to its first green test without scripts, and without the network after the installation",
    async () => {
      const at = await shop();
      writeFileSync(join(at, "first.test.mjs"), firstTest);
      const ran = await offline(["node", "--test", "first.test.mjs"], { cwd: at, env: proxied });
      expect(ran).toMatchObject({ exitCode: 0 });
      expect(ran.stdout).toContain("pass 1");
    },
    timeoutMs,
  );

  test(
    "npx passes arguments, output and exit codes on, and a signal ends the server",
    async () => {
      const at = await shop();
      const shown = await offline(["npx", "--no-install", "waybill", "--version"], { cwd: at });
      expect(shown).toMatchObject({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
      const refused = await offline(["npx", "--no-install", "waybill", "fly"], { cwd: at });
      expect(refused.exitCode).toBe(2);
      const command = [
        join(at, "node_modules/.bin/waybill"),
        "serve",
        "--ephemeral",
        "--port",
        "0",
        "--ready-json",
      ];
      const server = Bun.spawn(command, { cwd: at, stdout: "pipe", stderr: "ignore" });
      const { value } = await server.stdout.getReader().read();
      const { url } = JSON.parse(new TextDecoder().decode(value));
      server.kill("SIGTERM");
      expect(await server.exited).toBe(0);
      await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    },
    timeoutMs,
  );

  describe("what does not fit is one sentence with the command that helps", () => {
    const cases: [string, () => Promise<Finished>, string][] = [
      [
        "--omit=optional",
        async () =>
          ask(
            await npmProject("without optional", [launcher], { from: smallMade, flags: ["--omit=optional"] }),
          ),
        `The package ${ownPackage} is not installed, because the lock file was made on another platform or optional packages were left out. Run: npm install --no-save ${ownPackage}@${version}\n`,
      ],
      [
        "two versions side by side",
        async () => {
          const at = await npmProject("two versions", [launcher, ownPackage], { from: smallMade });
          const manifest = join(at, "node_modules", ownPackage, "package.json");
          writeFileSync(manifest, readFileSync(manifest, "utf8").replace(version, "0.0.9"));
          return ask(at);
        },
        `${ownPackage} is 0.0.9, but waybill is ${version}. Run: npm install --no-save ${ownPackage}@${version}\n`,
      ],
      [
        "a platform that there is no Waybill for",
        async () =>
          ask(await npmProject("another platform", [launcher, ownPackage], { from: smallMade }), {
            arch: "riscv64",
          }),
        "There is no Waybill for linux-riscv64; it exists for linux-x64, linux-arm64, darwin-arm64, darwin-x64, win32-x64.\n",
      ],
      [
        "a C library that is too old",
        async () =>
          ask(await npmProject("an old library", [launcher, ownPackage], { from: smallMade }), {
            glibc: "2.31",
          }),
        "Waybill needs glibc 2.34 or newer; this machine has 2.31. Use a newer system, or the container image.\n",
      ],
      [
        "Alpine's C library with the package of another",
        async () =>
          ask(await npmProject("on Alpine", [launcher, ownPackage], { from: smallMade }), { glibc: "" }),
        `The package ${ownPackage}-musl is not installed, because the lock file was made on another platform or optional packages were left out. Run: npm install --no-save ${ownPackage}-musl@${version}\n`,
      ],
    ];

    test.each(cases)(
      "%s",
      async (_, play, sentence) => {
        expect(await play()).toEqual({ exitCode: 1, stdout: "", stderr: sentence });
      },
      timeoutMs,
    );
  });

  /** Runs the launcher; as another machine where that is said. */
  function ask(at: string, { arch, glibc }: { arch?: string; glibc?: string } = {}): Promise<Finished> {
    const header = glibc === "" ? "{}" : `{ glibcVersionRuntime: ${JSON.stringify(glibc)} }`;
    writeFileSync(
      join(at, "machine.cjs"),
      `${arch === undefined ? "" : `Object.defineProperty(process, "arch", { value: ${JSON.stringify(arch)} });`}
       ${glibc === undefined ? "" : `process.report.getReport = () => ({ header: ${header} });`}`,
    );
    return offline(["node", "--require", "./machine.cjs", "node_modules/waybill/waybill.cjs", "--version"], {
      cwd: at,
    });
  }
});

const firstTest = `
import assert from "node:assert";
import { test } from "node:test";
import { startWaybill } from "waybill-client/testing";

test("a delivery", async () => {
  const waybill = await startWaybill();
  const stage = await waybill.stage();
  const shipment = await stage.client.createShipment({
    body: {
      pickup: { contact: { name: "Book shop" }, address: { line1: "Torstr. 1", city: "Berlin", country: "DE" } },
      delivery: { contact: { name: "Alex" }, address: { line1: "Torstr. 90", city: "Berlin", country: "DE" } },
      parcels: [{ weight_grams: 1200 }],
    },
  });
  await stage.client.acceptQuote({ path: { id: shipment.id }, body: { strategy: "cheapest" } });
  const event = await stage.waitForEvent({ type: "shipment.delivered" });
  assert.equal(event.data.shipment.id, shipment.id);
  await waybill.stop();
});
`;

describe("wheels", () => {
  testWith(
    "pytest",
    "pip installs the plugin with the executable, and a first test passes without the network and beside a proxy",
    async () => {
      const at = project("a python shop");
      const target = join(at, "site");
      const pip = [
        "python3",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--root-user-action=ignore",
      ];
      const wheels = readdirSync(made).filter((name) => name.endsWith(".whl"));
      expect(wheels).toHaveLength(2);
      const installed = await run([...pip, "--target", target, ...wheels.map(pathOf)], { cwd: at });
      expect(installed).toMatchObject({ exitCode: 0 });
      writeFileSync(join(at, "test_first.py"), firstPythonTest);
      const path = [target, process.env.PYTHONPATH].filter(Boolean).join(delimiter);
      const env = { PYTHONPATH: path, ...proxied };
      const command = ["python3", "-m", "pytest", "-p", "no:cacheprovider", "test_first.py"];
      const ran = await offline(command, { cwd: at, env });
      expect(ran).toMatchObject({ exitCode: 0 });
      expect(ran.stdout).toContain("1 passed");
      const asked = await offline(["python3", "-m", "waybill_server", "--version"], { cwd: at, env });
      expect(asked).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
    },
    timeoutMs,
  );
});

const firstPythonTest = `
def test_a_delivery(stage):
    place = {"line1": "Torstr. 1", "city": "Berlin", "country": "DE"}
    shipment = stage.post("/shipments", {
        "pickup": {"contact": {"name": "Book shop"}, "address": place},
        "delivery": {"contact": {"name": "Alex"}, "address": {**place, "line1": "Torstr. 90"}},
        "parcels": [{"weight_grams": 1200}]})
    stage.post(f"/shipments/{shipment['id']}/assignments", {"strategy": "cheapest"})
    assert stage.wait_for_event("shipment.delivered")
`;

/** A command with the root of the image as its own, as the image's user. Without a daemon nothing else is set up. */
function inRoot(root: string, command: string[]): string[] {
  const mounts = `mkdir -p "$0/proc" "$0/dev" && mount --bind /proc "$0/proc" && mount --bind /dev "$0/dev"`;
  const enter = `exec chroot --userspec=65532:65532 "$0" "$@"`;
  return ["unshare", "--mount", "sh", "-c", `${mounts} && ${enter}`, root, ...command];
}

describe("the image", () => {
  testWith(
    "containers",
    "skopeo reads the archive, and its root serves without a daemon, as a user without rights",
    async () => {
      const at = project("image");
      const layout = join(at, "layout");
      mkdirSync(layout);
      await Bun.$`tar -xf ${pathOf(`waybill-${version}.oci.tar`)} -C ${layout}`.quiet();
      const inspected = await run(["skopeo", "inspect", `oci:${layout}:${version}`], { cwd: at });
      expect(inspected.stderr).toBe("");
      expect(JSON.parse(inspected.stdout)).toMatchObject({
        Architecture: process.arch === "arm64" ? "arm64" : "amd64",
        Labels: { "org.opencontainers.image.version": version },
      });
      const one = `${join(at, "one")}:one`;
      await run(["skopeo", "copy", `oci:${layout}:${version}`, `oci:${one}`], { cwd: at });
      const unpacked = await run(["umoci", "unpack", "--image", one, join(at, "bundle")], { cwd: at });
      expect(unpacked.exitCode).toBe(0);
      const container = JSON.parse(readFileSync(join(at, "bundle/config.json"), "utf8")).process;
      expect(container.user).toMatchObject({ uid: 65_532, gid: 65_532 });
      expect(container.args).toEqual(["/usr/local/bin/waybill", "serve"]);
      const root = join(at, "bundle/rootfs");
      expect(existsSync(join(root, "bin/sh"))).toBe(false);
      const flags = ["--ephemeral", "--ready-json", "--port", "0"];
      const env = Object.fromEntries(container.env.map((line: string) => line.split("=")));
      const server = Bun.spawn(inRoot(root, [...container.args, ...flags]), {
        env: { ...env, PATH: `${env.PATH}:${process.env.PATH}` },
        stdout: "pipe",
        stderr: "inherit",
      });
      const { value } = await server.stdout.getReader().read();
      const { url } = JSON.parse(new TextDecoder().decode(value));
      const asked = Bun.spawn(inRoot(root, [container.args[0], "healthcheck", url]));
      expect(await asked.exited).toBe(0);
      server.kill("SIGTERM");
      expect(await server.exited).toBe(0);
    },
    timeoutMs,
  );
});

test(
  "the same release gives the same bytes whenever it is packed, and SHA256SUMS names each",
  async () => {
    const again = join(folder, "again");
    await packages(small, again);
    const sums = readFileSync(join(smallMade, "SHA256SUMS"), "utf8");
    expect(readFileSync(join(again, "SHA256SUMS"), "utf8")).toBe(sums);
    const named = sums
      .trimEnd()
      .split("\n")
      .map((line) => line.split("  "));
    for (const [sum = "", name = ""] of named)
      expect([name, sha256(readFileSync(join(again, name)))]).toEqual([name, sum]);
    const names = named.map(([, name = ""]) => name);
    expect([...names, "SHA256SUMS"].sort()).toEqual(readdirSync(again).sort());
    expect(names).toHaveLength(2 * platforms.length + 4);
  },
  timeoutMs,
);
