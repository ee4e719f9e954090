import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { BuildMetafile } from "bun";
import { makeScripts, type Program, type Scripts } from "./scripts.ts";
import { makeStyles, type Styles } from "./styles.ts";

/** Bundles the browser code: at build time for the executable, at the first request from source. */

const root = join(import.meta.dir, "../../..");
const web = join(import.meta.dir, "..");
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
  /** Scripts that the pages of a feature need besides: name of its folder → names of files. */
  dashboardPages: Readonly<Record<string, readonly string[]>>;
  /** The pages without a session. */
  signIn: PageFiles;
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

/** @throws AggregateError, or an error of the bundler, with what does not compile */
export async function bundleDashboard(): Promise<Bundle> {
  const [scripts, styles] = await Promise.all([makeScripts(root, web), makeStyles(web)]);
  await mkdir(cacheFolder, { recursive: true });
  const made = [...scripts.files, ...styles.files];
  const files = new Map(
    await Promise.all(
      made.map(async ([name, content]): Promise<[string, string]> => [name, await compressed(name, content)]),
    ),
  );
  const metafile = { inputs: {}, outputs: { ...scripts.outputs, ...styles.outputs } };
  return { manifest: manifestOf(scripts, styles), files, metafile };
}

function manifestOf(scripts: Scripts, styles: Styles): Manifest {
  const page = (program: Exclude<Program, "worker">): PageFiles => ({
    ...scripts.filesOf(program),
    style: styles.names[program],
  });
  return {
    dashboard: page("dashboard"),
    dashboardPages: scripts.pages,
    signIn: page("sign-in"),
    recipient: page("recipient"),
    driver: page("driver"),
    order: page("order"),
    driverTexts: scripts.filesIn("driver/texts/"),
    driverWorker: scripts.filesOf("worker").script,
  };
}

/** Path of the compressed file. Two processes may write the same one, so it appears by a rename. */
async function compressed(name: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const file = join(cacheFolder, `${name}.br`);
  if (existsSync(file)) return file;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, await compress(content, { params }));
  await rename(unfinished, file);
  return file;
}
