/** Which test files a change can reach. */
import { join } from "node:path";
import { fileNamed } from "../support/imports.ts";
import { nearestTests, roomTests } from "./nearest.ts";

/** A change here can reach every test. */
const everywhere = /^(?:migrations\/|package\.json$|bun\.lock$|bunfig\.toml$|tsconfig\.json$)/;
/** They read the tree as it is, or the whole document. */
const alwaysRun = ["architecture", "docs", "golden", "start", "style"].map((name) => `test/${name}.test.ts`);
const transpilers = { ts: new Bun.Transpiler({ loader: "ts" }), tsx: new Bun.Transpiler({ loader: "tsx" }) };

/**
 * Of `files`, those that import a changed file, whatever stands between, and those of the changed rooms: the tests of
 * `src/access/keys/secret.ts` are also all of `test/access/keys/`. What a test server loads by itself does not count as
 * imported, since every test of a server would be reached by every change.
 * @param since a commit: "HEAD" for what is not committed
 * @param root of the project
 * @throws Error where git does not know the commit
 */
export async function listReached(files: string[], since: string, root = "."): Promise<string[]> {
  const changed = await listChanged(root, since);
  if (changed.some((path) => everywhere.test(path))) return files;
  const importers = await reverseImports(root);
  const reached = new Set<string>(alwaysRun);
  const waiting = [...changed];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    waiting.push(...(importers.get(path) ?? []));
  }
  for (const path of changed.filter((path) => path.startsWith("src/"))) {
    for (const file of [...nearestTests(path, files), ...roomTests(path, files)]) reached.add(file);
  }
  return files.filter((file) => reached.has(file));
}

async function listChanged(root: string, since: string): Promise<string[]> {
  const tracked = await git(root, "diff", "--name-only", "--no-renames", since, "--");
  const fresh = await git(root, "ls-files", "--others", "--exclude-standard");
  return [...tracked, ...fresh];
}

async function git(cwd: string, ...args: string[]): Promise<string[]> {
  const child = Bun.spawn(["git", ...args], { cwd, stdout: "pipe", stderr: "pipe" });
  const [text, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(complaint.trim());
  return text.split("\n").filter((line) => line !== "");
}

/** Each file of code with the files that import it; imports of types, which are erased, do not count. */
async function reverseImports(root: string): Promise<Map<string, string[]>> {
  const importers = new Map<string, string[]>();
  for await (const path of new Bun.Glob("{src,test,client,tools,examples}/**/*.{ts,tsx}").scan(root)) {
    if (path.includes("/node_modules/") || path.endsWith(".d.ts")) continue;
    const transpiler = transpilers[path.endsWith("x") ? "tsx" : "ts"];
    for (const { path: named } of transpiler.scanImports(await Bun.file(join(root, path)).text())) {
      const target = fileNamed(named, path);
      if (target === undefined) continue;
      const known = importers.get(target);
      if (known) known.push(path);
      else importers.set(target, [path]);
    }
  }
  return importers;
}
