import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unpackTar } from "modern-tar";
import { type Entry, sha256, tarball } from "../../tools/packages/tarball.ts";

/** A registry of npm and an index of Python's packages, on this machine. */
export interface PackageRegistry {
  /** For npm, pnpm and Yarn. */
  npm: string;
  /** For pip. */
  simple: string;
  /** Of each request, since the last time. */
  paths(): string[];
  stop(): Promise<void>;
}

interface Published {
  manifest: { name: string; version: string };
  archive: Uint8Array;
}

/** Long enough ago for managers that wait until a version is some days old. */
const publishedAt = "2020-01-01T00:00:00.000Z";

/** Serves these tarballs and wheels. */
export async function startPackageRegistry(
  files: Readonly<Record<string, Uint8Array>>,
): Promise<PackageRegistry> {
  const published = new Map<string, Published[]>();
  for (const [file, archive] of Object.entries(files)) {
    if (!file.endsWith(".tgz")) continue;
    const manifest = await manifestIn(archive);
    published.set(manifest.name, [...(published.get(manifest.name) ?? []), { manifest, archive }]);
  }
  let paths: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname, origin } = new URL(request.url);
      const path = decodeURIComponent(pathname);
      paths.push(path);
      const [, area, rest = ""] = /^\/(npm|simple|files)\/(.*?)\/?$/.exec(path) ?? [];
      const file = files[rest.replace(/^.*\/-\//, "")];
      if (area === "npm" && rest.includes("/-/"))
        return file ? new Response(new Uint8Array(file)) : missing();
      if (area === "npm") {
        const versions = published.get(rest);
        return versions ? Response.json(packument(`${origin}/npm`, versions)) : missing();
      }
      if (area === "files") return file ? new Response(new Uint8Array(file)) : missing();
      const wheels = Object.entries(files).filter(([name]) => isWheelOf(rest, name));
      if (area !== "simple" || wheels.length === 0) return missing();
      const links = wheels.map(
        ([name, data]) => `<a href="../../files/${name}#sha256=${sha256(data)}">${name}</a>`,
      );
      return new Response(links.join("\n"), { headers: { "content-type": "text/html" } });
    },
  });
  return {
    npm: `${server.url}npm/`,
    simple: `${server.url}simple/`,
    paths() {
      const asked = paths;
      paths = [];
      return asked;
    },
    stop: () => server.stop(true),
  };
}

const missing = () => new Response("{}", { status: 404 });

/** What npm's registry answers for a name. */
function packument(base: string, published: readonly Published[]) {
  const { name, version } = (published.at(-1) as Published).manifest;
  const versions = published.map(({ manifest, archive }) => {
    const dist = {
      tarball: `${base}/${name}/-/${fileOf(manifest)}`,
      shasum: createHash("sha1").update(archive).digest("hex"),
      integrity: `sha512-${createHash("sha512").update(archive).digest("base64")}`,
    };
    return [manifest.version, { ...manifest, dist }] as const;
  });
  return {
    name,
    "dist-tags": { latest: version },
    versions: Object.fromEntries(versions),
    time: Object.fromEntries(versions.map(([each]) => [each, publishedAt])),
  };
}

/** As npm names the tarball of a package, without its scope. */
export function fileOf({ name, version }: Published["manifest"]): string {
  return `${name.replace(/^.*\//, "")}-${version}.tgz`;
}

const isWheelOf = (project: string, file: string) =>
  file.endsWith(".whl") && file.startsWith(`${project.replaceAll("-", "_")}-`);

async function manifestIn(archive: Uint8Array): Promise<Published["manifest"]> {
  const entries = await unpackTar(Bun.gunzipSync(new Uint8Array(archive)));
  const found = entries.find(({ header }) => header.name === "package/package.json");
  return JSON.parse(new TextDecoder().decode(found?.data));
}

/** An installed package as a tarball, with those that it needs: file names and bytes. */
export async function packInstalled(folder: string, name: string): Promise<[string, Uint8Array][]> {
  const at = join(folder, name);
  const manifest = JSON.parse(readFileSync(join(at, "package.json"), "utf8"));
  const entries = readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file): Entry => ({ name: `package${file.slice(at.length)}`, data: readFileSync(file) }));
  const needed = Object.keys(manifest.dependencies ?? {}).map((each) => packInstalled(folder, each));
  return [[fileOf(manifest), await tarball(entries)], ...(await Promise.all(needed)).flat()];
}
