import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startWaybill } from "waybill-client/testing";
import { version } from "../../package.json";
import { platforms } from "../../tools/compile.ts";
import { executable } from "./executable.ts";
import { action, envOf, play } from "./github-action.ts";
import { endOf } from "./test-runners.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-action-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const readyIn = (where: string) => JSON.parse(readFileSync(join(where, "waybill-ready.json"), "utf8"));

test("the action starts a server that outlives its step and has stages for tests, and masks its keys", async () => {
  const { exitCode, stdout, outputs } = await play({
    folder,
    inputs: { executable, seed: "a seed", flags: "--signup closed" },
  });
  const { pid } = readyIn(folder);
  try {
    expect(exitCode).toBe(0);
    const key = outputs["sandbox-key"];
    expect(stdout).toBe(`::add-mask::${key}\n::add-mask::${outputs["live-key"]}\n`);
    expect(outputs["live-key"]).toStartWith("wb_live_");
    expect(await accountOfStage(outputs)).toStartWith("acct_");
  } finally {
    await stop(pid);
  }
});

/** Nobody else waits for the server: it outlives its step, and removes its own files when it ends. */
function stop(pid: number): Promise<boolean> {
  process.kill(pid, "SIGTERM");
  return endOf(pid);
}

/** What a test does in the job: the variables are those of the documentation. */
async function accountOfStage(outputs: Record<string, string>): Promise<string> {
  const variables = { WAYBILL_URL: outputs.url, WAYBILL_API_KEY: outputs["sandbox-key"] };
  Object.assign(process.env, variables);
  const waybill = await startWaybill();
  for (const name of Object.keys(variables)) delete process.env[name];
  return (await waybill.stage()).accountId;
}

test("an executable in the folder of the job needs no path; flags are no patterns; what an earlier use left is gone", async () => {
  symlinkSync(executable, join(folder, "rel"));
  writeFileSync(join(folder, "waybill-ready.json"), '{"url":"old","sandbox_key":"old","live_key":"old"}');
  writeFileSync(join(folder, "--log-level=a"), "");
  const { stdout, stderr, exitCode, outputs } = await play({
    folder,
    inputs: { executable: "rel", flags: "--cors-origins * --log-level=[e]rror" },
  });
  expect([exitCode, stdout, outputs]).toEqual([1, "", {}]);
  expect(stderr).toStartWith("waybill: --log-level must be one of");
  expect(stderr).toContain('it is "[e]rror"');
});

test("a server that does not start fails the step, with what it said and nothing else", async () => {
  const { stderr, exitCode } = await play({
    folder: mkdtempSync(join(folder, "failed-")),
    inputs: { executable, flags: "--prot 1" },
  });
  expect(exitCode).toBe(1);
  expect(stderr).toStartWith("waybill: unknown option '--prot'");
});

/** A release: its files, of which only the one for this platform can be run. */
const file = `waybill-${version}-linux-x64`;
const published = [
  ...platforms.map(({ name }) => `waybill-${version}-${name}`),
  // A dot of the version may not match any character.
  file.replaceAll(".", "x"),
  `older-${file}`,
  `waybill-${version}.cdx.json`,
  `waybill-${version}.licenses.txt`,
];
const contentOf = (name: string) => `#!/bin/sh\n# ${name}\nexec ${executable} "$@"\n`;
const sumsOf = (names: string[], content = contentOf) =>
  names
    .map((name) => `${new Bun.CryptoHasher("sha256").update(content(name)).digest("hex")}  ${name}\n`)
    .join("");

/** Plays the action without an executable, where the release's SHA256SUMS is `sums`. */
async function playRelease(sums: string) {
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => {
      const { pathname } = new URL(url);
      const name = pathname.replace(`/owner/waybill/releases/download/v${version}/`, "");
      return new Response(name === "SHA256SUMS" ? sums : contentOf(name));
    },
  });
  const target = mkdtempSync(join(folder, "release-"));
  return { target, ...(await play({ folder: target, serverUrl: server.url.origin })) };
}

test("the action downloads its file, takes it by the sums of a whole release, and starts it", async () => {
  expect(published).toContain(`${file}-musl`);
  const { exitCode, stdout, stderr, outputs, target } = await playRelease(sumsOf(published));
  expect([exitCode, stderr]).toEqual([0, ""]);
  const { pid, url } = readyIn(target);
  await stop(pid);
  expect(stdout).toStartWith(`${file}: OK\n::add-mask::`);
  expect(outputs.url).toBe(url);
  expect(readFileSync(join(target, "waybill", file), "utf8")).toBe(contentOf(file));
});

test.each([
  ["with another sum", sumsOf(published, () => "something else"), `${file}: FAILED`],
  [
    "without its line",
    sumsOf(published.filter((name) => name !== file)),
    `SHA256SUMS has no line for ${file}`,
  ],
  ["with nothing in it", "", `SHA256SUMS has no line for ${file}`],
])("a release whose SHA256SUMS is one %s fails the step", async (_what, sums, reason) => {
  const { exitCode, stdout, stderr, outputs } = await playRelease(sums);
  expect(exitCode).not.toBe(0);
  expect(stdout + stderr).toContain(reason);
  expect(outputs).toEqual({});
});

test.each([
  ["Linux", "X64", "linux-x64"],
  ["Linux", "ARM64", "linux-arm64"],
  ["macOS", "X64", "macos-x64"],
  ["macOS", "ARM64", "macos-arm64"],
  ["Windows", "X64", "windows-x64.exe"],
] as const)("on %s %s it downloads %s", (os, arch, name) => {
  expect(envOf("download", { folder, os, arch }).FILE).toBe(`waybill-${version}-${name}`);
  expect(platforms.map((platform) => platform.name)).toContain(name);
});

test("the workflow and the documentation use inputs and outputs that it has", () => {
  const texts = [".github/workflows/ci.yml", "docs/operating.md"].map((path) =>
    readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"),
  );
  const [, used = ""] = /uses: \.\/\n +with:\n((?: {10}.*\n)+)/.exec(texts[0] ?? "") ?? [];
  const inputs = [...used.matchAll(/^ +([\w-]+):/gm)].map(([, name = ""]) => name);
  expect(inputs).toEqual(["executable"]);
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(inputs));
  for (const text of texts) {
    const outputs = [...text.matchAll(/steps\.waybill\.outputs\.([\w-]+)/g)].map(([, name]) => name);
    expect(outputs).toEqual(["url", "sandbox-key"]);
  }
  expect(Object.keys(action.outputs)).toEqual(expect.arrayContaining(["url", "sandbox-key"]));
});

test("the version it downloads is this one", () => {
  expect(action.inputs.version?.default).toBe(version);
});
