import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { data, Evaluator, Lexer, Parser } from "@actions/expressions";
import { truthy } from "@actions/expressions/result";
import { finish } from "../support/child.ts";

/** GitHub's runner for `action.yml`, as far as the action uses it: its own expressions, and bash. */

interface Step {
  id: string;
  if?: string;
  env: Record<string, string>;
  run: string;
}
interface Action {
  inputs: Record<string, { default: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
}

export const action = Bun.YAML.parse(
  readFileSync(new URL("../../action.yml", import.meta.url), "utf8"),
) as Action;

/** Values that expressions name, such as `runner.os`. */
type Contexts = { [name: string]: string | Contexts };

export interface Job {
  /** Where the job's steps run. */
  folder: string;
  inputs?: Record<string, string>;
  os?: "Linux" | "macOS" | "Windows";
  arch?: "X64" | "ARM64";
  /** Where releases are. */
  serverUrl?: string;
}

interface Played {
  exitCode: number;
  stdout: string;
  stderr: string;
  outputs: Record<string, string>;
}

function toData(value: string | Contexts): data.ExpressionData {
  if (typeof value === "string") return new data.StringData(value);
  return new data.Dictionary(...Object.entries(value).map(([key, each]) => ({ key, value: toData(each) })));
}

function evaluate(expression: string, contexts: Contexts): data.ExpressionData {
  const { tokens } = new Lexer(expression).lex();
  const parsed = new Parser(tokens, Object.keys(contexts), []).parse();
  return new Evaluator(parsed, toData(contexts) as data.Dictionary).evaluate();
}

const fill = (text: string, contexts: Contexts) =>
  text.replace(/\$\{\{(.*?)\}\}/g, (_, expression) => evaluate(expression, contexts).coerceString());

const fillAll = (texts: Record<string, string>, contexts: Contexts) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text, contexts)]));

/** The variables of a step, before any other step has run. */
export function envOf(id: string, job: Job): Record<string, string> {
  const step = action.runs.steps.find((one) => one.id === id);
  return fillAll(step?.env ?? {}, contextsOf(job));
}

function contextsOf({ folder, inputs, os = "Linux", arch = "X64", serverUrl = "" }: Job): Contexts {
  const defaults = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, input.default]),
  );
  return {
    github: { server_url: serverUrl, action_repository: "", repository: "owner/waybill" },
    runner: { os, arch, temp: folder },
    inputs: { ...defaults, ...inputs },
    steps: {},
  };
}

/** Runs the action's steps until one fails. */
export async function play(job: Job): Promise<Played> {
  const steps: Record<string, { outputs: Record<string, string> }> = {};
  const contexts: Contexts = { ...contextsOf(job), steps };
  const said = { stdout: "", stderr: "" };
  for (const step of action.runs.steps) {
    if (step.if !== undefined && !truthy(evaluate(step.if, contexts))) continue;
    const output = join(mkdtempSync(join(job.folder, "step-")), "output");
    const env = { PATH: "/usr/bin:/bin", TMPDIR: job.folder, GITHUB_OUTPUT: output };
    const child = Bun.spawn(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], {
      cwd: job.folder,
      env: { ...env, ...fillAll(step.env, contexts) },
      stdout: "pipe",
      stderr: "pipe",
    });
    const { exitCode, stdout, stderr } = await finish(child);
    said.stdout += stdout;
    said.stderr += stderr;
    if (exitCode !== 0) return { exitCode, ...said, outputs: {} };
    steps[step.id] = { outputs: readOutputs(output) };
  }
  const values = Object.entries(action.outputs).map(([name, { value }]) => [name, value]);
  return { exitCode: 0, ...said, outputs: fillAll(Object.fromEntries(values), contexts) };
}

/** What a step wrote to `GITHUB_OUTPUT`: lines of `name=value`. */
function readOutputs(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2)));
}
