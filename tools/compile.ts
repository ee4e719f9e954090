/** Makes the executable: everything that runs, for one platform, in one file. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { BuildMetafile } from "bun";
import { embedded } from "../src/infra/db/embedded-migrations.ts";
import { makeImage } from "../src/infra/db/image.ts";
import { type Bundle, bundleDashboard } from "../src/web/serving/bundle.ts";

const root = dirname(import.meta.dir);
const workers = [
  "src/infra/db/sync-worker.ts",
  "src/access/telemetry/telemetry-worker.ts",
  "src/delivery/lifecycle/labels/label-worker.ts",
  "src/delivery/carriers/images/image-worker.ts",
  "src/delivery/fleet/dispatch/stop-order/order-worker.ts",
  "src/delivery/carriers/kinds/fleet/judging-worker.ts",
];
const entrypoints = ["src/main.ts", ...workers].map((file) => join(root, file));
const require = createRequire(import.meta.url);
const driverFolder = dirname(dirname(require.resolve("better-sqlite3")));

export interface Platform {
  /** As the file for it is named. */
  name: string;
  /** The Bun that is put in; of x64 the one that needs no AVX2. */
  bun: Bun.Build.CompileTarget;
  /** The driver's native addon for it. */
  addon: string;
  /** The npm package that carries it. */
  npm: { name: string; os: "linux" | "darwin" | "win32"; cpu: "x64" | "arm64"; libc?: "glibc" | "musl" };
  /** The platform of its wheel. On Linux the driver's addon needs glibc 2.34 or musl 1.2. */
  wheel: string;
  /** False for a quick build, whose executable starts more slowly. Default: true. */
  hasBytecode?: boolean;
}

/** A new database, for the migrations of one set. */
interface Image {
  set: string;
  path: string;
}

export const platforms: readonly Platform[] = [
  {
    name: "linux-x64",
    bun: "bun-linux-x64-baseline",
    addon: "linux-x64",
    npm: { name: "waybill-linux-x64", os: "linux", cpu: "x64", libc: "glibc" },
    wheel: "manylinux_2_34_x86_64",
  },
  {
    name: "linux-x64-musl",
    bun: "bun-linux-x64-baseline-musl",
    addon: "linuxmusl-x64",
    npm: { name: "waybill-linux-x64-musl", os: "linux", cpu: "x64", libc: "musl" },
    wheel: "musllinux_1_2_x86_64",
  },
  {
    name: "linux-arm64",
    bun: "bun-linux-arm64",
    addon: "linux-arm64",
    npm: { name: "waybill-linux-arm64", os: "linux", cpu: "arm64", libc: "glibc" },
    wheel: "manylinux_2_34_aarch64",
  },
  {
    name: "linux-arm64-musl",
    bun: "bun-linux-arm64-musl",
    addon: "linuxmusl-arm64",
    npm: { name: "waybill-linux-arm64-musl", os: "linux", cpu: "arm64", libc: "musl" },
    wheel: "musllinux_1_2_aarch64",
  },
  {
    name: "macos-arm64",
    bun: "bun-darwin-arm64",
    addon: "darwin-arm64",
    npm: { name: "waybill-darwin-arm64", os: "darwin", cpu: "arm64" },
    wheel: "macosx_13_0_arm64",
  },
  {
    name: "macos-x64",
    bun: "bun-darwin-x64-baseline",
    addon: "darwin-x64",
    npm: { name: "waybill-darwin-x64", os: "darwin", cpu: "x64" },
    wheel: "macosx_13_0_x86_64",
  },
  {
    name: "windows-x64.exe",
    bun: "bun-windows-x64-baseline",
    addon: "win32-x64",
    npm: { name: "waybill-win32-x64", os: "win32", cpu: "x64" },
    wheel: "win_amd64",
  },
];

/**
 * Writes the executable, for this machine where no platform is named. A Bun for another platform comes from the
 * npm registry, once. The dashboard is the same for all platforms. Returns what went in.
 * @throws AggregateError with what does not compile
 */
export async function compile(
  outfile: string,
  platform?: Platform,
  bundled: Promise<Bundle> = bundleDashboard(),
): Promise<BuildMetafile> {
  const dashboard = await bundled;
  // Bun leaves the source maps beside the executable, which has them inside too.
  await mkdir(dirname(outfile), { recursive: true });
  const scratch = await mkdtemp(join(dirname(outfile), "unfinished-"));
  const { metafile } = await Bun.build({
    entrypoints,
    outdir: scratch,
    target: "bun",
    format: "esm",
    bytecode: platform?.hasBytecode ?? true,
    // What is imported when it is needed is a file of its own inside, which a start does not read.
    splitting: true,
    // Renamed identifiers would break Elysia, which reads the source of its handlers.
    minify: { whitespace: true, syntax: true, identifiers: false },
    define: { "process.env.NODE_ENV": '"production"' },
    sourcemap: "linked",
    metafile: true,
    compile: {
      outfile: join(scratch, basename(outfile)),
      autoloadDotenv: false,
      autoloadBunfig: false,
      ...(platform && { target: platform.bun }),
    },
    files: packaged(platform ? addonFor(platform) : addonForThisMachine(), makeImages(scratch), dashboard),
  });
  await rename(join(scratch, basename(outfile)), outfile);
  await rm(scratch, { recursive: true });
  if (metafile === undefined) throw new Error("Bun did not say what it put into the executable");
  return {
    inputs: { ...metafile.inputs, ...dashboard.metafile.inputs },
    outputs: { ...metafile.outputs, ...dashboard.metafile.outputs },
  };
}

/** The places that differ between the sources and the executable: file → what is there in its place. */
function packaged(addon: string, images: Image[], dashboard: Bundle): Record<string, string> {
  return {
    [join(root, "src/infra/db/packaged.ts")]: `
      import file from ${JSON.stringify(addon)} with { type: "file" };
      ${images.map(({ set, path }) => `import ${set} from ${JSON.stringify(path)} with { type: "file" };`).join("\n")}
      export const addon = { file, sha256: ${JSON.stringify(sha256Of(addon))} };
      export const images = { ${images.map(({ set }) => set).join(", ")} };
      export const syncWorkerUrl = new URL("./infra/db/sync-worker.ts", import.meta.url);
    `,
    [join(root, "src/access/telemetry/packaged.ts")]: `
      export const telemetryWorkerUrl = new URL("./access/telemetry/telemetry-worker.ts", import.meta.url);
    `,
    [join(root, "src/delivery/lifecycle/labels/packaged.ts")]: `
      export const labelWorkerUrl = new URL("./delivery/lifecycle/labels/label-worker.ts", import.meta.url);
    `,
    [join(root, "src/delivery/carriers/images/packaged.ts")]: `
      export const imageWorkerUrl = new URL("./delivery/carriers/images/image-worker.ts", import.meta.url);
    `,
    [join(root, "src/delivery/fleet/dispatch/stop-order/packaged.ts")]: `
      export const orderWorkerUrl = new URL("./delivery/fleet/dispatch/stop-order/order-worker.ts", import.meta.url);
    `,
    [join(root, "src/delivery/carriers/kinds/fleet/packaged.ts")]: `
      export const judgingWorkerUrl = new URL("./delivery/carriers/kinds/fleet/judging-worker.ts", import.meta.url);
    `,
    [join(root, "src/web/serving/packaged.ts")]: packagedDashboard(dashboard),
    // The driver's own search begins at the folder it was bundled from.
    [join(driverFolder, "lib/binding.js")]: "exports.getBinding = (path) => require(path);",
  };
}

/** A new database of each kind, in files. */
function makeImages(folder: string): Image[] {
  return Object.entries(embedded).map(([set, migrations]) => {
    const path = join(folder, `${set}.db.zst`);
    writeFileSync(path, makeImage(join(folder, `${set}.db`), migrations));
    return { set, path };
  });
}

/** Its files by the names they are served under; compressed already. */
function packagedDashboard({ manifest, files }: Bundle): string {
  const entries = [...files];
  const imports = entries.map(
    ([, path], index) => `import file${index} from ${JSON.stringify(path)} with { type: "file" };`,
  );
  const names = entries.map(([name], index) => `[${JSON.stringify(name)}, file${index}]`);
  return `
    ${imports.join("\n")}
    const bundle = { manifest: ${JSON.stringify(manifest)}, files: new Map([${names.join(",")}]) };
    export const isBundled = true;
    export const readBundle = async () => bundle;
  `;
}

function addonFor({ addon }: Platform): string {
  const folder = join(driverFolder, "prebuilds");
  const file = `${addon}.node`;
  if (!readdirSync(folder).includes(file)) throw new Error(`better-sqlite3 has no addon ${file}`);
  return join(folder, file);
}

function sha256Of(file: string): string {
  return new Bun.CryptoHasher("sha256").update(readFileSync(file)).digest("hex");
}

function addonForThisMachine(): string {
  const path = require(join(driverFolder, "lib/binding.js")).getPrebuildPath();
  if (path === null) throw new Error(`better-sqlite3 has no addon for ${process.platform}-${process.arch}`);
  return path;
}
