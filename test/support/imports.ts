import { posix } from "node:path";

/** A file of `src/`, by its path in there. */
export interface SourceFile {
  path: string;
  text: string;
  /** The text without comments, and with every string emptied but those of imports. */
  code: string;
  imports: Import[];
}

export interface Import {
  /** A path in `src/`, or the name of a package as it is written. */
  target: string;
  isPackage: boolean;
  /** Gone at run time. */
  isType: boolean;
}

const importPattern =
  /^(?:import|export)\s+(?:(type)\s+)?(?:[^;"'()]*?\s+from\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm;

export async function readSources(): Promise<SourceFile[]> {
  const paths = [...new Bun.Glob("**/*.{ts,tsx}").scanSync("src")].filter((path) => !path.endsWith(".d.ts"));
  return Promise.all(paths.sort().map(readSource));
}

async function readSource(path: string): Promise<SourceFile> {
  const text = await Bun.file(`src/${path}`).text();
  const imports = [...text.matchAll(importPattern)].map((match) => {
    const target = match[2] ?? match[3] ?? "";
    const isPackage = !target.startsWith(".");
    return {
      target: isPackage ? target : posix.join(posix.dirname(path), target),
      isPackage,
      isType: match[1] === "type",
    };
  });
  return { path, text, code: withoutComments(text), imports };
}

/** Line and block comments, and doc comments, which talk about what code must not do. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`\\])\/\/.*$/gm, "$1");
}

/** The imports that lead back to where they began, each loop once. Those of types count. */
export function findCycles(files: readonly SourceFile[]): string[] {
  const edges = new Map(
    files.map((file) => [
      file.path,
      file.imports.filter((entry) => !entry.isPackage).map((entry) => entry.target),
    ]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  function visit(path: string, trail: readonly string[]): void {
    const start = trail.indexOf(path);
    if (start !== -1) {
      found.push([...trail.slice(start), path].join(" → "));
      return;
    }
    if (done.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  }
  for (const file of files) visit(file.path, []);
  return found;
}
