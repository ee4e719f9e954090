import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { BuildMetafile } from "bun";

/** Bundles the browser code: at build time for the executable, at the first request from source. */

const root = join(import.meta.dir, "../../..");
const entrypoints = [
  "dashboard/main.tsx",
  "recipient/recipient.ts",
  "driver/driver.tsx",
  "driver/worker.ts",
].map((file) => join(import.meta.dir, "..", file));
/** File names contain a hash of their content, so a cached file never gets stale. */
const cacheFolder = join(root, "node_modules/.cache/waybill-dashboard");
const compress = promisify(brotliCompress);

/** The files that a page names; they load the others. */
export interface PageFiles {
  script: string;
  style: string;
  /** Static imports of the script. */
  preloaded: readonly string[];
  /** All that it imports statically, by way of others too. */
  loaded: readonly string[];
}

export interface Manifest {
  dashboard: PageFiles;
  /** The recipient's page, `/t/<token>`. */
  recipient: PageFiles;
  /** The driver's page, `/driver`. */
  driver: PageFiles;
  /** Its service worker, which imports nothing. */
  driverWorker: string;
}

export interface Bundle {
  manifest: Manifest;
  /** Served name → path of the brotli file. */
  files: ReadonlyMap<string, string>;
  metafile: BuildMetafile;
}

/** @throws AggregateError with the compile errors */
export async function bundleDashboard(): Promise<Bundle> {
  const { outputs, metafile } = await Bun.build({
    entrypoints,
    target: "browser",
    format: "esm",
    splitting: true,
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
    publicPath: "/dashboard/assets/",
    naming: { entry: "[name]-[hash].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    metafile: true,
  });
  if (metafile === undefined) throw new Error("Bun returned no metafile for the dashboard");
  await mkdir(cacheFolder, { recursive: true });
  const files = new Map(
    await Promise.all(
      outputs.map(async (output): Promise<[string, string]> => {
        const name = baseName(output.path);
        return [name, await compressed(name, output)];
      }),
    ),
  );
  return { manifest: manifestOf(metafile), files, metafile };
}

function manifestOf(metafile: BuildMetafile): Manifest {
  return {
    dashboard: filesOf(metafile, "main.tsx"),
    recipient: filesOf(metafile, "recipient.ts"),
    driver: filesOf(metafile, "driver.tsx"),
    driverWorker: baseName(scriptOf(metafile, "driver/worker.ts")),
  };
}

function scriptOf({ outputs }: BuildMetafile, entry: string): string {
  const script = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(`/${entry}`));
  if (script === undefined) throw new Error(`${entry} has no script`);
  return script[0];
}

function filesOf(metafile: BuildMetafile, entry: string): PageFiles {
  const path = scriptOf(metafile, entry);
  const name = entry.slice(0, entry.indexOf("."));
  const style = Object.keys(metafile.outputs).find((path) => new RegExp(`\\b${name}-\\w+\\.css$`).test(path));
  if (style === undefined) throw new Error(`${entry} has no style`);
  return {
    script: baseName(path),
    style: baseName(style),
    preloaded: importsOf(metafile, path).map(baseName),
    loaded: [...allImportsOf(metafile, path)].map(baseName),
  };
}

function importsOf({ outputs }: BuildMetafile, path: string): string[] {
  const imports = outputs[path]?.imports ?? [];
  return imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path);
}

function allImportsOf(metafile: BuildMetafile, path: string, found = new Set<string>()): Set<string> {
  for (const imported of importsOf(metafile, path)) {
    if (!found.has(imported)) allImportsOf(metafile, imported, found.add(imported));
  }
  return found;
}

/** Path of the compressed file. Two processes may write the same one, so it appears by a rename. */
async function compressed(name: string, content: Blob): Promise<string> {
  const file = join(cacheFolder, `${name}.br`);
  if (existsSync(file)) return file;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, await compress(await content.arrayBuffer(), { params }));
  await rename(unfinished, file);
  return file;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
