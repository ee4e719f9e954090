import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
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

test("the version it downloads is this one", () => {
  expect(action.inputs.version?.default).toBe(version);
});
