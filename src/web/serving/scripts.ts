import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
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

/**
 * The dashboard is bundled apart: what it has in common with the small programs would be one more file for it.
 * @throws Error with what does not compile
 */
export async function makeScripts(root: string, web: string): Promise<Scripts> {
  const { dashboard, ...small } = sources;
  const [one, others] = await Promise.all([
    makePrograms({ dashboard }, root, web),
    makePrograms(small, root, web),
  ]);
  return {
    filesOf: (program) => (program === "dashboard" ? one : others).filesOf(program),
    filesIn: others.filesIn,
    pages: one.pages,
    // What loads the same data has a file of the same name and content.
    files: [...new Map([...one.files, ...others.files])],
    outputs: { ...one.outputs, ...others.outputs },
  };
}

async function makePrograms(
  sources: Partial<Record<Program, string>>,
  root: string,
  web: string,
): Promise<Scripts> {
  const { rolldown } = await import("rolldown");
  const programs = new Map(Object.entries(sources).map(([name, file]) => [join(web, file), name]));
  let ids: readonly string[] = [];
  let lazyOf: Links["lazyOf"] = () => [];
  let importsOf: (id: string) => readonly string[] = () => [];
  const build = await rolldown({
    input: Object.fromEntries(Array.from(programs, ([id, name]) => [name, id])),
    cwd: root,
    platform: "browser",
    tsconfig: join(root, "tsconfig.json"),
    preserveEntrySignatures: false,
    moduleTypes: { ".tsv": "text", ".topojson": "json" },
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    // Packages mark files for browsers, and here are no others.
    checks: { moduleLevelDirective: false },
    plugins: [
      pictures,
      {
        name: "module-links",
        buildEnd() {
          ids = [...this.getModuleIds()];
          lazyOf = (id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
          importsOf = (id) => this.getModuleInfo(id)?.importedIds ?? [];
        },
      },
    ],
  });
  const options = {
    format: "esm",
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: ({ facadeModuleId }: { facadeModuleId?: string | null }) =>
      `${featureOf(facadeModuleId ?? "") ?? "[name]"}-[hash].js`,
  } as const;
  const isChunk = (file: { type: string }): file is OutputChunk => file.type === "chunk";
  // Packages name all that they have in one file: a bundle says what of it is used.
  const split = (await build.generate(options)).output.filter(isChunk);
  const reachedFrom = reachedIn(split, importsOf);
  const chunks = chunksOf(programs, { reachedFrom, lazyOf });
  const groups = [{ debugName: "chunks", name: (id: string) => chunks.get(id) ?? null }];
  const codeSplitting = { includeDependenciesRecursively: false, groups };
  const { output } = await build.generate({ ...options, minify: true, codeSplitting });
  await build.close();
  return describe(output.filter(isChunk), { root, web, ids });
}

/** What comes with a module that begins one of these files. A file may hold more than that. */
function reachedIn(
  chunks: readonly OutputChunk[],
  importsOf: (id: string) => readonly string[],
): Links["reachedFrom"] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)));
  return (id) => {
    const found = new Set([byModule.get(id)]);
    for (const chunk of found) for (const name of chunk?.imports ?? []) found.add(byName.get(name));
    const used = new Set([...found].flatMap((chunk) => chunk?.moduleIds ?? []));
    const imported = new Set([id]);
    for (const module of imported) for (const other of importsOf(module)) imported.add(other);
    return used.intersection(imported);
  };
}

interface Made {
  root: string;
  web: string;
  ids: readonly string[];
}

function describe(chunks: readonly OutputChunk[], { root, web, ids }: Made): Scripts {
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
  const beginning = (id: string) =>
    chunks.find(({ facadeModuleId }) => facadeModuleId === id)?.fileName ?? holding(id);
  const filesOf = (program: Program) => {
    const script = holding(join(web, sources[program]));
    const loaded = [...allOf([script])].filter((name) => name !== script);
    return { script, preloaded: importsOf(script), loaded };
  };
  const pages = ids.flatMap((id) => {
    const feature = featureOf(id);
    if (feature === undefined) return [];
    const { script, loaded } = filesOf("dashboard");
    return [[feature, [...allOf([beginning(id)]).difference(new Set([script, ...loaded]))]]];
  });
  const encoder = new TextEncoder();
  return {
    filesOf,
    filesIn: (folder) =>
      chunks
        .filter(({ moduleIds }) => moduleIds.some((id) => id.startsWith(join(web, folder))))
        .map(({ fileName }) => fileName),
    pages: Object.fromEntries(pages),
    files: chunks.map(({ fileName, code }) => [fileName, encoder.encode(code)] as const),
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

/** An import of a picture is its address, which holds the picture: each is smaller than a request for it. */
const pictures: Plugin = {
  name: "pictures",
  load: {
    filter: { id: /\.svg$/ },
    async handler(id) {
      const address = `data:image/svg+xml,${encodeURIComponent(await readFile(id, "utf8"))}`;
      return { code: `export default ${JSON.stringify(address)}`, moduleType: "js" };
    },
  },
};
