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
import { version } from "../../package.json";
import { packages } from "../../tools/packages/packages.ts";
import { testWith } from "../support/test-with.ts";
import { executable } from "./executable.ts";
import {
  firstPythonTest,
  firstTest,
  installInto,
  launcher,
  offline,
  own,
  ownPackage,
  run,
  timeoutMs,
  writeLicenses,
} from "./packed.ts";

/** What a tester does with the packages of this machine's executable: installs them, and has a first green test. */

let folder: string;
let made: string;
/** A project with all that a tester installs. */
let shop: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill packages "));
  made = join(folder, "made");
  for (const { name } of own) copyFileSync(executable, join(folder, `waybill-${version}-${name}`));
  writeLicenses(folder);
  await packages(folder, made, own);
  shop = await installInto(join(folder, "a shop"), made, [launcher, ownPackage, "waybill-client"]);
}, timeoutMs);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pathOf = (name: string) => join(made, name);
/** Nobody answers there. */
const deadProxy = "http://127.0.0.1:9";
const proxied = { HTTP_PROXY: deadProxy, http_proxy: deadProxy };

describe("npm", () => {
  test(
    "an empty project comes to its first green test without scripts, and without the network after the installation",
    async () => {
      writeFileSync(join(shop, "first.test.mjs"), firstTest);
      const ran = await offline(["node", "--test", "first.test.mjs"], { cwd: shop, env: proxied });
      expect(ran).toMatchObject({ exitCode: 0 });
      expect(ran.stdout).toContain("pass 1");
    },
    timeoutMs,
  );

  test(
    "npx passes arguments, output and exit codes on, and a signal ends the server",
    async () => {
      const shown = await offline(["npx", "--no-install", "waybill", "--version"], { cwd: shop });
      expect(shown).toMatchObject({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
      const refused = await offline(["npx", "--no-install", "waybill", "fly"], { cwd: shop });
      expect(refused.exitCode).toBe(2);
      const command = [
        join(shop, "node_modules/.bin/waybill"),
        "serve",
        "--ephemeral",
        "--port",
        "0",
        "--ready-json",
      ];
      const server = Bun.spawn(command, { cwd: shop, stdout: "pipe", stderr: "ignore" });
      const { value } = await server.stdout.getReader().read();
      const { url } = JSON.parse(new TextDecoder().decode(value));
      server.kill("SIGTERM");
      expect(await server.exited).toBe(0);
      await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    },
    timeoutMs,
  );
});

describe("wheels", () => {
  testWith(
    "pytest",
    "pip installs the plugin with the executable, and a first test passes without the network and beside a proxy",
    async () => {
      const at = join(folder, "a python shop");
      mkdirSync(at);
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
      const at = join(folder, "image");
      mkdirSync(at);
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
      for (const name of ["libc6", "libgcc-s1", "libstdc++6", "waybill"])
        expect(readFileSync(join(root, `usr/share/doc/${name}/copyright`), "utf8")).toMatch(/license/i);
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
