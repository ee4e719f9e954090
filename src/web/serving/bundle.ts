import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { BuildMetafile } from "bun";

/** Bundles the browser code: at build time for the executable, at the first request from source. */

const root = join(import.meta.dir, "../../..");
const entrypoints = ["dashboard/main.tsx", "recipient/recipient.ts"].map((file) =>
  join(import.meta.dir, "..", file),
);
/** File names contain a hash of their content, so a cached file never gets stale. */
const cacheFolder = join(root, "node_modules/.cache/waybill-dashboard");
const compress = promisify(brotliCompress);

/** The files that a page names; they load the others. */
export interface PageFiles {
  script: string;
  style: string;
  /** Static imports of the script. */
  preloaded: readonly string[];
}

export interface Manifest {
  dashboard: PageFiles;
  /** The recipient's page, `/t/<token>`. */
  recipient: PageFiles;
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
  return { dashboard: filesOf(metafile, "main.tsx"), recipient: filesOf(metafile, "recipient.ts") };
}

function filesOf({ outputs }: BuildMetafile, entry: string): PageFiles {
  const script = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(`/${entry}`));
  const name = entry.slice(0, entry.indexOf("."));
  const style = Object.keys(outputs).find((path) => new RegExp(`\\b${name}-\\w+\\.css$`).test(path));
  if (script === undefined || style === undefined) throw new Error(`${entry} has no script or no style`);
  const [path, { imports }] = script;
  const preloaded = imports
    .filter(({ kind }) => kind === "import-statement")
    .map(({ path }) => baseName(path));
  return { script: baseName(path), style: baseName(style), preloaded };
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
