import { expect, test } from "bun:test";
import { chmodSync, copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageManager } from "../package.json";
import bunPackage from "../tools/bun/package.json";
import lock from "../tools/bun/package-lock.json";
import { finish } from "./support/child.ts";

/** How a fresh checkout gets its Bun. */

const root = join(import.meta.dir, "..");

test("the lock file has the hash of the pinned Bun for every platform, and no address of a registry", () => {
  const { "": own, ...packages } = lock.packages;
  expect(`bun@${bunPackage.dependencies.bun}`).toBe(packageManager);
  expect(own.dependencies).toEqual(bunPackage.dependencies);
  expect(Object.keys(packages)).toContain("node_modules/@oven/bun-linux-x64");
  for (const { version, integrity } of Object.values(packages)) {
    expect(version).toBe(bunPackage.dependencies.bun);
    expect(integrity).toMatch(/^sha512-[\w+/]{86}==$/);
  }
  expect(JSON.stringify(lock)).not.toContain("resolved");
});

test("Bun is installed by the hashes of the lock file, without scripts; what npm refuses is not run", async () => {
  const node = Bun.which("node");
  if (node === null) throw new Error("install Node: with-bun.mjs is a script for it");
  const folder = mkdtempSync(join(tmpdir(), "waybill-with-bun-"));
  try {
    for (const file of ["with-bun.mjs", "package.json"]) copyFileSync(join(root, file), join(folder, file));
    cpSync(join(root, "tools/bun"), join(folder, "tools/bun"), { recursive: true });
    const npm = join(folder, "npm");
    writeFileSync(npm, '#!/bin/sh\necho "$PWD $*" > "$CALLS"\necho EINTEGRITY >&2\nexit 1\n');
    chmodSync(npm, 0o755);
    const calls = join(folder, "calls");
    const child = Bun.spawn([node, join(folder, "with-bun.mjs"), "--version"], {
      // Neither the machine's Bun nor its npm is found.
      env: { PATH: folder, CALLS: calls },
      stdout: "pipe",
      stderr: "pipe",
    });
    const { exitCode, stdout, stderr } = await finish(child);
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("EINTEGRITY");
    const own = join(folder, ".bun");
    expect(readFileSync(calls, "utf8")).toBe(`${own} ci --ignore-scripts --no-audit --no-fund\n`);
    expect(JSON.parse(readFileSync(join(own, "package-lock.json"), "utf8"))).toEqual(lock);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("an old Node is told which one is needed", async () => {
  const old = 'Object.defineProperty(process, "versions", { value: { node: "18.20.4" } });';
  const node = Bun.which("node");
  if (node === null) throw new Error("install Node: with-bun.mjs is a script for it");
  const command = [
    node,
    "--import",
    `data:text/javascript,${encodeURIComponent(old)}`,
    join(root, "with-bun.mjs"),
  ];
  const { exitCode, stdout, stderr } = await finish(Bun.spawn(command, { stdout: "pipe", stderr: "pipe" }));
  expect([exitCode, stdout]).toEqual([1, ""]);
  expect(stderr).toBe("Waybill needs Node 22 or newer; this is Node 18.20.4. See https://nodejs.org.\n");
});
