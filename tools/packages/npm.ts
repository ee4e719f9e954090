/** Packages for npm: the launcher `waybill`, one with the executable for each platform, and `waybill-client`. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
import type { Platform } from "../compile.ts";
import { type Entry, tarball } from "./tarball.ts";

const root = join(import.meta.dir, "../..");
const license = readFileSync(join(root, "LICENSE"));
/** Where a workflow builds it, which npm compares with the provenance. */
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
const repository = GITHUB_REPOSITORY && `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`;
const common = {
  version,
  license: "MIT",
  ...(repository && { repository: { type: "git", url: repository } }),
};

/** What is inside, and the licenses that must accompany it. */
export interface Contents {
  executable: Uint8Array;
  licenses: string;
}

/** The launcher names the platforms' packages in its own version: npm takes the one that fits the machine. */
export function launcherPackage(platforms: readonly Platform[]): Promise<Uint8Array> {
  const manifest = {
    name: "waybill",
    ...common,
    description: "A delivery platform in one executable, and its sandbox for tests.",
    bin: { waybill: "waybill.cjs" },
    exports: {
      "./executable": { types: "./executable.d.cts", default: "./executable.cjs" },
      "./package.json": "./package.json",
    },
    engines: { node: ">=18" },
    optionalDependencies: Object.fromEntries(platforms.map(({ npm }) => [npm.name, version])),
  };
  const folder = join(root, "clients/npm");
  const files = readdirSync(folder)
    .sort()
    .map((name): Entry => {
      const data = readFileSync(join(folder, name));
      return { name, data, ...(name === manifest.bin.waybill && { mode: 0o755 }) };
    });
  return packed(manifest, files);
}

/** The executable for one platform, and nothing to run at the installation. */
export function platformPackage({ npm }: Platform, { executable, licenses }: Contents): Promise<Uint8Array> {
  const { name, os, cpu, libc } = npm;
  const manifest = {
    name,
    ...common,
    description: `The executable of Waybill for ${[os, cpu, libc].filter(Boolean).join(" ")}. Install waybill instead.`,
    os: [os],
    cpu: [cpu],
    ...(libc && { libc: [libc] }),
    // Yarn would leave it in an archive, from which nothing can be run.
    preferUnplugged: true,
  };
  return packed(manifest, [
    { name: os === "win32" ? "waybill.exe" : "waybill", data: executable, mode: 0o755 },
    { name: "LICENSES.txt", data: licenses },
    { name: "README.md", data: `# ${name}\n\n${manifest.description}\n` },
  ]);
}

/** `waybill-client`, built in a folder of its own: others may build it at the same time. */
export async function clientPackage(): Promise<Uint8Array> {
  const folder = join(root, "client");
  const { scripts, devDependencies, ...manifest } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const built = mkdtempSync(join(tmpdir(), "waybill-client-"));
  try {
    await Bun.$`node_modules/.bin/tsc --project tsconfig.json --outDir ${built}`.cwd(folder).quiet();
    const names = readdirSync(built).filter((file) => /\.(js|d\.ts)$/.test(file));
    return await packed({ ...manifest, ...common }, [
      { name: "README.md", data: readFileSync(join(folder, "README.md")) },
      ...names.sort().map((file) => ({ name: `dist/${file}`, data: readFileSync(join(built, file)) })),
    ]);
  } finally {
    rmSync(built, { recursive: true });
  }
}

/** npm unpacks what stands in `package/`. */
function packed(manifest: object, files: readonly Entry[]): Promise<Uint8Array> {
  const all: Entry[] = [
    { name: "package.json", data: `${JSON.stringify(manifest, null, 2)}\n` },
    { name: "LICENSE", data: license },
    ...files,
  ];
  return tarball(all.map((file) => ({ ...file, name: `package/${file.name}` })));
}
