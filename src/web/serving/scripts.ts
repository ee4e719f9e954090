import { readFile } from "node:fs/promises";
import { basename, extname, join, relative } from "node:path";
import type { BuildMetafile } from "bun";
import type { OutputChunk, Plugin } from "rolldown";
import { chunksOf, featureOf, type Links } from "./chunks.ts";

/** The programs of the pages, as files. Rolldown makes them: it alone lets us say which file a module goes into. */

const sources = {
  dashboard: "dashboard/main.tsx",
  "sign-in": "sign-in/sign-in.tsx",
  recipient: "recipient/recipient.ts",
  driver: "driver/driver.tsx",
  worker: "driver/worker.ts",
  order: "order/order.tsx",
} as const;
const assets = "/dashboard/assets";
const hashCharacters = 8;

export type Program = keyof typeof sources;

export interface Scripts {
  /** What a page of the program loads. */
  filesOf(program: Program): { script: string; preloaded: readonly string[]; loaded: readonly string[] };
  /** Files that hold something of this folder of `web/`. */
  filesIn(folder: string): readonly string[];
  /** Folder of the feature → what its pages need besides. */
  pages: Readonly<Record<string, readonly string[]>>;
  files: readonly (readonly [name: string, content: Uint8Array<ArrayBuffer>])[];
  outputs: BuildMetafile["outputs"];
}

/** @throws Error with what does not compile */
export async function makeScripts(root: string, web: string): Promise<Scripts> {
  const { rolldown } = await import("rolldown");
  const programs = new Map(Object.entries(sources).map(([name, file]) => [join(web, file), name]));
  const pictures = new Map<string, Uint8Array<ArrayBuffer>>();
  let ids: readonly string[] = [];
  let lazyOf: Links["lazyOf"] = () => [];
  const build = await rolldown({
    input: Object.fromEntries(Array.from(programs, ([id, name]) => [name, id])),
    cwd: root,
    platform: "browser",
    tsconfig: join(root, "tsconfig.json"),
    preserveEntrySignatures: false,
    moduleTypes: { ".tsv": "text" },
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    // Packages say of themselves which of their files are for browsers: that is all there is here.
    checks: { moduleLevelDirective: false },
    plugins: [
      picturesAt(pictures),
      {
        name: "module-links",
        buildEnd() {
          ids = [...this.getModuleIds()];
          lazyOf = (id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
        },
      },
    ],
  });
  const options = {
    format: "esm",
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "[name]-[hash].js",
  } as const;
  const isChunk = (file: { type: string }): file is OutputChunk => file.type === "chunk";
  // Which modules come with which is known for sure only of a bundle: packages name all that they have in one file.
  const split = (await build.generate(options)).output.filter(isChunk);
  const reachedFrom = reachedIn(split);
  const chunks = chunksOf(programs, { reachedFrom, lazyOf });
  // What the bundler itself adds is a module too, which most of the others need.
  const name = (id: string) => (id.startsWith("\0") ? "common" : (chunks.get(id) ?? null));
  const groups = [{ debugName: "chunks", name }];
  const codeSplitting = { includeDependenciesRecursively: false, groups };
  const { output } = await build.generate({ ...options, minify: true, codeSplitting });
  await build.close();
  return describe(output.filter(isChunk), { root, web, pictures, ids, lazyOf });
}

/** What comes with a module of these files that begins one of them. */
function reachedIn(chunks: readonly OutputChunk[]): Links["reachedFrom"] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)));
  return (id) => {
    const found = new Set([byModule.get(id)]);
    for (const chunk of found) for (const name of chunk?.imports ?? []) found.add(byName.get(name));
    return [...found].flatMap((chunk) => chunk?.moduleIds ?? []);
  };
}

interface Made {
  root: string;
  web: string;
  pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  ids: readonly string[];
  lazyOf: Links["lazyOf"];
}

function describe(chunks: readonly OutputChunk[], { root, web, pictures, ids, lazyOf }: Made): Scripts {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk.fileName])));
  const importsOf = (name: string) => byName.get(name)?.imports ?? [];
  const allOf = (names: readonly string[]) => {
    const found = new Set(names);
    for (const name of found) for (const imported of importsOf(name)) found.add(imported);
    return found;
  };
  // A file that the bundler adds for an entry point only imports the one that holds it.
  const holding = (id: string) => {
    const name = byModule.get(id);
    if (name === undefined) throw new Error(`${id} is in no file`);
    return name;
  };
  const filesOf = (program: Program) => {
    const script = holding(join(web, sources[program]));
    const loaded = [...allOf([script])].filter((name) => name !== script);
    return { script, preloaded: importsOf(script), loaded };
  };
  const first = new Set([filesOf("dashboard").script, ...filesOf("dashboard").loaded]);
  const doors = ids.map((id) => [featureOf(id), id] as const);
  const pages = doors.flatMap(([feature, id]) => {
    const entries = lazyOf(id).map(holding);
    return feature === undefined ? [] : [[feature, [...allOf(entries)].filter((name) => !first.has(name))]];
  });
  const encoder = new TextEncoder();
  return {
    filesOf,
    filesIn: (folder) =>
      chunks
        .filter(({ moduleIds }) => moduleIds.some((id) => id.startsWith(join(web, folder))))
        .map(({ fileName }) => fileName),
    pages: Object.fromEntries(pages),
    files: [...chunks.map(({ fileName, code }) => [fileName, encoder.encode(code)] as const), ...pictures],
    outputs: Object.fromEntries(chunks.map((chunk) => [chunk.fileName, outputOf(chunk, root)])),
  };
}

/** As Bun describes an output. */
function outputOf({ code, modules, imports, exports }: OutputChunk, root: string) {
  const inside = Object.entries(modules).filter(([id]) => id.startsWith(root));
  return {
    bytes: code.length,
    inputs: Object.fromEntries(
      inside.map(([id, { renderedLength }]) => [relative(root, id), { bytesInOutput: renderedLength }]),
    ),
    imports: imports.map((path) => ({ path, kind: "import-statement" as const })),
    exports,
  };
}

/** An import of a picture is its address. */
function picturesAt(pictures: Map<string, Uint8Array<ArrayBuffer>>): Plugin {
  return {
    name: "pictures",
    load: {
      filter: { id: /\.svg$/ },
      async handler(id) {
        const content = new Uint8Array(await readFile(id));
        const hash = Bun.hash(content).toString(36).slice(0, hashCharacters);
        const name = `${basename(id, extname(id))}-${hash}${extname(id)}`;
        pictures.set(name, content);
        return { code: `export default ${JSON.stringify(`${assets}/${name}`)}`, moduleType: "js" };
      },
    },
  };
}
