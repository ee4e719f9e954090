import { posix } from "node:path";

/** A file of `src/`, with its path in that folder. */
export interface SourceFile {
  path: string;
  text: string;
  /** The text without comments. */
  code: string;
  imports: Import[];
}

export interface Import {
  /** `../keys/service.ts`, `@/access/keys/service.ts` */
  written: string;
  /** A path in `src/`, or the name of a package as written. */
  target: string;
  isPackage: boolean;
  /** Whether it is erased at run time. */
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
    const written = match[2] ?? match[3] ?? "";
    const target = fileNamed(written, `src/${path}`);
    return {
      written,
      target: target === undefined ? written : posix.relative("src", target),
      isPackage: target === undefined,
      isType: match[1] === "type",
    };
  });
  return { path, text, code: withoutComments(text), imports };
}

/** The path in the project of what an import in the file `from` names; undefined for a package. */
export function fileNamed(written: string, from: string): string | undefined {
  if (written.startsWith("@/")) return `src/${written.slice(2)}`;
  return written.startsWith(".") ? posix.join(posix.dirname(from), written) : undefined;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`\\])\/\/.*$/gm, "$1");
}

/** Whether an import names a file of `src/` that is code. */
export function isSource({ target, isPackage }: Import): boolean {
  return !isPackage && /\.tsx?$/.test(target) && !target.startsWith("..");
}

/** Every file with the files it imports, in types or at run time. */
export function fileGraph(files: readonly SourceFile[]): Graph {
  return new Map(
    files.map(({ path, imports }) => [path, new Set(imports.filter(isSource).map(({ target }) => target))]),
  );
}

/**
 * Every folder with the folders it imports. A folder and what is inside it are one thing, seen from close or
 * from afar: imports between them are left out.
 */
export function folderGraph(files: readonly SourceFile[]): Graph {
  const graph: Graph = new Map();
  for (const [path, targets] of fileGraph(files)) {
    const from = posix.dirname(path);
    const to = graph.get(from) ?? new Set();
    graph.set(from, to);
    for (const folder of [...targets].map(posix.dirname)) if (!isWithin(folder, from)) to.add(folder);
  }
  return graph;
}

const isWithin = (a: string, b: string) => `${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`);

type Graph = Map<string, Set<string>>;

/** Chains that lead back to where they began, each once. */
export function findCycles(graph: Graph): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  function visit(node: string, trail: readonly string[]): void {
    const start = trail.indexOf(node);
    if (start !== -1) {
      found.push([...trail.slice(start), node].join(" → "));
      return;
    }
    if (done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node]);
    done.add(node);
  }
  for (const node of graph.keys()) visit(node, []);
  return found;
}
