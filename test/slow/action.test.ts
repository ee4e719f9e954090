import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
import { platforms } from "../../tools/compile.ts";
import { finish } from "../support/child.ts";
import { executable } from "./executable.ts";

interface Action {
  inputs: Record<string, { default: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: { id: string; env: Record<string, string>; run: string }[] };
}

const action = Bun.YAML.parse(readFileSync(new URL("../../action.yml", import.meta.url), "utf8")) as Action;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-action-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the step that starts it, as a runner does. */
async function runStart(env: Record<string, string>) {
  const start = action.runs.steps.find(({ id }) => id === "start");
  expect(Object.keys(start?.env ?? {}).sort()).toEqual(["EXECUTABLE", "FLAGS", "FOLDER", "PORT", "SEED"]);
  const output = join(folder, "output");
  const child = Bun.spawn(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", start?.run ?? ""], {
    cwd: folder,
    env: {
      PATH: "/usr/bin:/bin",
      TMPDIR: folder,
      GITHUB_OUTPUT: output,
      EXECUTABLE: executable,
      FOLDER: folder,
      PORT: "0",
      SEED: "",
      FLAGS: "",
      ...env,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const finished = await finish(child);
  const text = (await Bun.file(output).exists()) ? readFileSync(output, "utf8") : "";
  const outputs = Object.fromEntries(text.split("\n").map((line) => line.split(/=(.*)/).slice(0, 2)));
  return { ...finished, outputs };
}

test("the action starts a server that outlives the step, and masks its keys", async () => {
  const { stdout, exitCode, outputs } = await runStart({ SEED: "a seed", FLAGS: "--signup closed" });
  const { pid } = JSON.parse(readFileSync(join(folder, "waybill-ready.json"), "utf8"));
  try {
    expect(exitCode).toBe(0);
    const key = outputs["sandbox-key"];
    expect(stdout).toBe(`::add-mask::${key}\n::add-mask::${outputs["live-key"]}\n`);
    expect(outputs["live-key"]).toStartWith("wb_live_");
    const account = await fetch(`${outputs.url}/api/v1/platform/account`, { headers: { "x-api-key": key } });
    expect(account.status).toBe(200);
    expect(Object.keys(action.outputs).sort()).toEqual(Object.keys(outputs).filter(Boolean).sort());
  } finally {
    process.kill(pid, "SIGTERM");
  }
});

test("an executable in the folder of the job needs no path; flags are no patterns; what an earlier use left is gone", async () => {
  symlinkSync(executable, join(folder, "rel"));
  writeFileSync(join(folder, "waybill-ready.json"), '{"url":"old","sandbox_key":"old","live_key":"old"}');
  writeFileSync(join(folder, "--log-level=a"), "");
  const { stdout, stderr, exitCode, outputs } = await runStart({
    EXECUTABLE: "rel",
    FLAGS: "--cors-origins * --log-level=[e]rror",
  });
  expect([exitCode, stdout]).toEqual([1, ""]);
  expect(outputs.url).not.toBe("old");
  expect(stderr).toStartWith("waybill: --log-level must be one of");
  expect(stderr).toContain('it is "[e]rror"');
});

test("a server that does not start fails the step, with what it said and nothing else", async () => {
  const { stderr, exitCode } = await runStart({
    FLAGS: "--prot 1",
    FOLDER: mkdtempSync(join(folder, "failed-")),
  });
  expect(exitCode).toBe(1);
  expect(stderr).toStartWith("waybill: unknown option '--prot'");
});

/** A release without a platform's name: the sums of all its files, and the bytes of the one that is downloaded. */
const file = `waybill-${version}-linux-x64`;
const published = [
  ...platforms.map(({ name }) => `waybill-${version}-${name}`),
  // A dot of the version may not match any character.
  file.replaceAll(".", "x"),
  `older-${file}`,
  `waybill-${version}.cdx.json`,
  `waybill-${version}.licenses.txt`,
];
const contentOf = (name: string) => `#!/bin/sh\necho ${name}\n`;
const sumsOf = (names: string[], content = contentOf) =>
  names
    .map((name) => `${new Bun.CryptoHasher("sha256").update(content(name)).digest("hex")}  ${name}\n`)
    .join("");

/** Runs the step that downloads a release whose SHA256SUMS is `sums`. */
async function runDownload(sums: string) {
  const download = action.runs.steps.find(({ id }) => id === "download");
  expect(Object.keys(download?.env ?? {}).sort()).toEqual(["FILE", "FOLDER", "RELEASE"]);
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => {
      const name = url.split("/").at(-1) ?? "";
      return new Response(name === "SHA256SUMS" ? sums : contentOf(name));
    },
  });
  const target = mkdtempSync(join(folder, "download-"));
  const output = join(target, "output");
  const child = Bun.spawn(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", download?.run ?? ""], {
    cwd: folder,
    env: {
      PATH: "/usr/bin:/bin",
      GITHUB_OUTPUT: output,
      RELEASE: server.url.origin,
      FILE: file,
      FOLDER: target,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const finished = await finish(child);
  return { ...finished, target, output: existsSync(output) ? readFileSync(output, "utf8") : "" };
}

test("the action takes its file by the sums of a whole release", async () => {
  expect(published).toContain(`${file}-musl`);
  const { exitCode, stdout, output, target } = await runDownload(sumsOf(published));
  expect([exitCode, stdout]).toEqual([0, `${file}: OK\n`]);
  expect(output).toBe(`executable=${join(target, file)}\n`);
  expect(readFileSync(join(target, file), "utf8")).toBe(contentOf(file));
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
  const { exitCode, stdout, stderr, output } = await runDownload(sums);
  expect(exitCode).not.toBe(0);
  expect(stdout + stderr).toContain(reason);
  expect(output).toBe("");
});

test("the workflow and the documentation use inputs and outputs that it has", async () => {
  const texts = [".github/workflows/ci.yml", "docs/operating.md"].map((file) =>
    readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"),
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
