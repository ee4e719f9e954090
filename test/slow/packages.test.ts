import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpackTar } from "modern-tar";
import { version } from "../../package.json";
import { platforms } from "../../tools/compile.ts";
import { packages } from "../../tools/packages/packages.ts";
import { sha256 } from "../../tools/packages/tarball.ts";
import type { Finished } from "../support/child.ts";
import { installInto, launcher, offline, ownPackage, timeoutMs, writeLicenses } from "./packed.ts";

/** What stands in the packages of a release of all platforms, whose executables are a line each. */

let folder: string;
let made: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill packages "));
  made = join(folder, "made");
  for (const { name } of platforms)
    writeFileSync(join(folder, `waybill-${version}-${name}`), `executable of ${name}`);
  writeLicenses(folder);
  await packages(folder, made);
}, timeoutMs);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function entriesOf(name: string) {
  const archive = Bun.gunzipSync(readFileSync(join(made, name)));
  return (await unpackTar(archive)).map(({ header, data }) => ({ ...header, data }));
}

async function manifestOf(name: string) {
  const found = (await entriesOf(name)).find((entry) => entry.name === "package/package.json");
  return JSON.parse(new TextDecoder().decode(found?.data));
}

function project(name: string, tarballs: string[], flags?: string[]): Promise<string> {
  return installInto(join(folder, name), made, tarballs, flags);
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

  describe("what does not fit is one sentence with the command that helps", () => {
    const cases: [string, () => Promise<Finished>, string][] = [
      [
        "--omit=optional",
        async () => ask(await project("without optional", [launcher], ["--omit=optional"])),
        `The package ${ownPackage} is not installed, because the lock file was made on another platform or optional packages were left out. Run: npm install --no-save ${ownPackage}@${version}\n`,
      ],
      [
        "two versions side by side",
        async () => {
          const at = await project("two versions", [launcher, ownPackage]);
          const manifest = join(at, "node_modules", ownPackage, "package.json");
          writeFileSync(manifest, readFileSync(manifest, "utf8").replace(version, "0.0.9"));
          return ask(at);
        },
        `${ownPackage} is 0.0.9, but waybill is ${version}. Run: npm install --no-save ${ownPackage}@${version}\n`,
      ],
      [
        "a platform that there is no Waybill for",
        async () =>
          ask(await project("another platform", [launcher, ownPackage]), {
            arch: "riscv64",
          }),
        "There is no Waybill for linux-riscv64; it exists for linux-x64, linux-arm64, darwin-arm64, darwin-x64, win32-x64.\n",
      ],
      [
        "a C library that is too old",
        async () =>
          ask(await project("an old library", [launcher, ownPackage]), {
            glibc: "2.31",
          }),
        "Waybill needs glibc 2.34 or newer; this machine has 2.31. Use a newer system, or the container image.\n",
      ],
      [
        "Alpine's C library with the package of another",
        async () => ask(await project("on Alpine", [launcher, ownPackage]), { glibc: "" }),
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

test(
  "the same release gives the same bytes whenever it is packed, and SHA256SUMS names each",
  async () => {
    const again = join(folder, "again");
    await packages(folder, again);
    const sums = readFileSync(join(made, "SHA256SUMS"), "utf8");
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
