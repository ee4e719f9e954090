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
  "order/order.tsx",
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
  /** The page of an order form, `/order`. */
  order: PageFiles;
  /** The driver's texts, of which a phone loads one language. */
  driverTexts: readonly string[];
  /** The driver's service worker, which imports nothing. */
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
    dashboard: filesOf(metafile, "dashboard/main.tsx"),
    recipient: filesOf(metafile, "recipient/recipient.ts"),
    driver: filesOf(metafile, "driver/driver.tsx"),
    order: filesOf(metafile, "order/order.tsx"),
    driverTexts: Object.entries(metafile.outputs)
      .filter(([, { entryPoint }]) => entryPoint?.includes("web/driver/texts/"))
      .map(([path]) => baseName(path)),
    driverWorker: baseName(outputOf(metafile, "driver/worker.ts", "js")),
  };
}

function filesOf(metafile: BuildMetafile, entry: string): PageFiles {
  const script = outputOf(metafile, entry, "js");
  return {
    script: baseName(script),
    style: baseName(outputOf(metafile, entry, "css")),
    preloaded: importsOf(metafile, script).map(baseName),
    loaded: [...allImportsOf(metafile, script)].map(baseName),
  };
}

/** The whole path counts: files that are loaded later have outputs too, and may have the same name. */
function outputOf({ outputs }: BuildMetafile, entry: string, extension: "js" | "css"): string {
  const output = Object.entries(outputs).find(
    ([path, { entryPoint }]) => entryPoint?.endsWith(`web/${entry}`) && path.endsWith(`.${extension}`),
  );
  if (output === undefined) throw new Error(`${entry} has no ${extension} output`);
  return output[0];
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
