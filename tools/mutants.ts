import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isBinaryExpression, isPrefixUnaryExpression, type Node } from "typescript/unstable/ast";
import { API, type Program } from "typescript/unstable/async";
import { seededRandom } from "../src/delivery/carriers/kinds/simulated/random.ts";

/** A line of a file with one condition changed. It is known by its text, so it survives that lines move. */
export interface Mutant {
  file: string;
  /** From 1, where the line stood when the mutant was made. */
  line: number;
  before: string;
  after: string;
}

/** Code that the server runs. The entry, the commands and what is put together at the build are tested as a whole. */
const onServer = /^src\/(web|operator|delivery|messaging|api|access|infra)\/.*(?<!\.d|\.macro)\.ts$/;
const inBrowser =
  /^src\/web\/((browser|dashboard|driver|map)\/|recipient\/(recipient|page-parts)\.ts|docs\/[a-z-]+-script\.ts)/;

/** Each operator with what takes its place. */
const replacements = new Map([
  ["&&", "||"],
  ["||", "&&"],
  ["===", "!=="],
  ["!==", "==="],
  ["==", "!="],
  ["!=", "=="],
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
]);

/**
 * Makes up to `count` mutants of a checkout, each in another server file. The same seed and the same files give the same
 * mutants.
 */
export async function makeMutants(root: string, count: number, seed: string): Promise<Mutant[]> {
  const random = seededRandom(seed);
  const paths = [...new Bun.Glob("src/**/*.ts").scanSync(root)].filter(isServed).sort();
  const order = paths.map((path) => ({ path, at: random() })).sort((a, b) => a.at - b.at);
  return withProgram(root, paths, async (program) => {
    const mutants: Mutant[] = [];
    for (const { path } of order) {
      if (mutants.length === count) break;
      const all = await mutantsOf(program, root, path);
      const one = all[Math.floor(random() * all.length)];
      if (one !== undefined) mutants.push(one);
    }
    return mutants;
  });
}

/** Every mutant of one file of a checkout. */
export function listMutants(root: string, path: string): Promise<Mutant[]> {
  return withProgram(root, [path], (program) => mutantsOf(program, root, path));
}

/** Whether the path names code that the server runs. */
export function isServed(path: string): boolean {
  return onServer.test(path) && !inBrowser.test(path);
}

/** @returns the text with the mutant in it; undefined where its line is not there any more */
export function plant(text: string, { line, before, after }: Mutant): string | undefined {
  const lines = text.split("\n");
  const places = lines.flatMap((one, index) => (one === before ? [index] : []));
  const [nearest] = places.sort((a, b) => Math.abs(a + 1 - line) - Math.abs(b + 1 - line));
  return nearest === undefined ? undefined : lines.with(nearest, after).join("\n");
}

/** Only expressions have operators: a type, a comment and a string are never changed. */
async function mutantsOf(program: Program, root: string, file: string): Promise<Mutant[]> {
  const source = await program.getSourceFile(resolve(root, file));
  if (source === undefined) throw new Error(`TypeScript does not read ${file}`);
  const { text } = source;
  const mutants: Mutant[] = [];
  function replace(operator: string, replacement: string, end: number): void {
    const [from, to] = [text.lastIndexOf("\n", end - 1) + 1, text.indexOf("\n", end)];
    const line = text.slice(0, from).split("\n").length;
    const before = text.slice(from, to);
    const after = text.slice(from, end - operator.length) + replacement + text.slice(end, to);
    mutants.push({ file, line, before, after });
  }
  function visit(node: Node): undefined {
    if (isBinaryExpression(node)) {
      const { pos, end } = node.operatorToken;
      const operator = text.slice(pos, end).trimStart();
      const replacement = replacements.get(operator);
      if (replacement !== undefined) replace(operator, replacement, end);
    } else if (isPrefixUnaryExpression(node)) {
      const start = node.getStart(source);
      if (text[start] === "!") replace("!", "", start + 1);
    }
    node.forEachChild(visit);
  }
  visit(source);
  return mutants;
}

/**
 * Reads the files, and neither the types of the language nor what they import. TypeScript calls this API unstable: where
 * a version changes it, the types of this file no longer fit.
 */
async function withProgram<T>(
  root: string,
  paths: readonly string[],
  use: (program: Program) => Promise<T>,
): Promise<T> {
  const scratch = await mkdtemp(join(tmpdir(), "waybill-mutants-"));
  const config = join(scratch, "tsconfig.json");
  const compilerOptions = { noLib: true, noResolve: true, types: [] };
  await Bun.write(
    config,
    JSON.stringify({ compilerOptions, files: paths.map((path) => resolve(root, path)) }),
  );
  const api = new API({});
  try {
    const [project] = (await api.updateSnapshot({ openProjects: [config] })).getProjects();
    if (project === undefined) throw new Error("TypeScript opens no project");
    return await use(project.program);
  } finally {
    await api.close();
    await rm(scratch, { recursive: true });
  }
}
