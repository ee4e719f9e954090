/** The container image, <https://github.com/opencontainers/image-spec>: an archive for two architectures, made without a daemon. */
import { version } from "../../package.json";
import type { Platform } from "../compile.ts";
import { debianLibraries } from "./debian.ts";
import type { Contents } from "./npm.ts";
import { compress, type Entry, packedAt, sha256, tar } from "./tarball.ts";

const architectures = { x64: "amd64", arm64: "arm64" } as const;
/** Nobody's user, as in other images without a shell. */
const nonroot = 65_532;
const home = "/home/nonroot";
const command = "/usr/local/bin/waybill";
const second = 1_000_000_000;
const media = "application/vnd.oci.image";

const labels = {
  "org.opencontainers.image.title": "Waybill",
  "org.opencontainers.image.description": "A delivery platform in one executable, and its sandbox for tests.",
  "org.opencontainers.image.version": version,
  "org.opencontainers.image.licenses": "MIT",
};

/** How a container of the image runs. `HEALTHCHECK` asks /healthz, which tells whether the process is alive. */
export const config = {
  User: `${nonroot}:${nonroot}`,
  Env: ["PATH=/usr/local/bin", "WAYBILL_HOST=0.0.0.0", `WAYBILL_DATA=${home}/waybill`],
  Entrypoint: [command],
  Cmd: ["serve"],
  WorkingDir: home,
  Volumes: { [home]: {} },
  ExposedPorts: { "8080/tcp": {} },
  Healthcheck: {
    Test: ["CMD", command, "healthcheck"],
    Interval: 30 * second,
    Timeout: 10 * second,
    StartPeriod: 60 * second,
  },
  Labels: labels,
};

interface Descriptor {
  mediaType: string;
  digest: string;
  size: number;
  platform?: { architecture: string; os: string };
  annotations?: Record<string, string>;
}

/**
 * An OCI archive that `podman load`, `docker load` and `skopeo copy` read. Of the executables it takes those for Linux
 * with glibc.
 * @throws Error with the library that it could not fetch
 */
export async function imageArchive(executables: readonly [Platform, Contents][]): Promise<Uint8Array> {
  const blobs = new Map<string, Uint8Array>();
  const add = (mediaType: string, data: Uint8Array | string): Descriptor => {
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
    const digest = sha256(bytes);
    blobs.set(digest, bytes);
    return { mediaType, digest: `sha256:${digest}`, size: bytes.length };
  };
  const addLayer = async (entries: readonly Entry[]) => {
    const archive = await tar(entries);
    const layer = add(`${media}.layer.v1.tar+gzip`, compress(archive));
    return { layer, diffId: `sha256:${sha256(archive)}` };
  };
  const manifests: Descriptor[] = [];
  for (const [{ npm }, contents] of executables) {
    if (npm.os !== "linux" || npm.libc !== "glibc") continue;
    const architecture = architectures[npm.cpu];
    const layers = [
      await addLayer(withFolders([...ground, ...(await debianLibraries(architecture))])),
      await addLayer(withFolders(own(contents))),
    ];
    const image = {
      created: packedAt.toISOString(),
      architecture,
      os: "linux",
      config,
      rootfs: { type: "layers", diff_ids: layers.map(({ diffId }) => diffId) },
      history: ["Debian 12's C and C++ libraries", "Waybill"].map((comment) => ({ created_by: comment })),
    };
    const manifest = {
      schemaVersion: 2,
      mediaType: `${media}.manifest.v1+json`,
      config: add(`${media}.config.v1+json`, JSON.stringify(image)),
      layers: layers.map(({ layer }) => layer),
      annotations: labels,
    };
    const platform = { architecture, os: "linux" };
    manifests.push({ ...add(manifest.mediaType, JSON.stringify(manifest)), platform });
  }
  const index = { schemaVersion: 2, mediaType: `${media}.index.v1+json`, manifests, annotations: labels };
  const name = {
    "org.opencontainers.image.ref.name": version,
    "io.containerd.image.name": `docker.io/library/waybill:${version}`,
  };
  const root = {
    ...index,
    manifests: [{ ...add(index.mediaType, JSON.stringify(index)), annotations: name }],
    annotations: undefined,
  };
  return tar([
    { name: "oci-layout", data: JSON.stringify({ imageLayoutVersion: "1.0.0" }) },
    { name: "index.json", data: JSON.stringify(root) },
    ...[...blobs].map(([digest, data]) => ({ name: `blobs/sha256/${digest}`, data })),
  ]);
}

/** What every program expects of a root. */
const ground: readonly Entry[] = [
  {
    name: "etc/passwd",
    data: `root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:${nonroot}:${nonroot}:nonroot:${home}:/sbin/nologin\n`,
  },
  { name: "etc/group", data: `root:x:0:\nnonroot:x:${nonroot}:\n` },
  { name: "etc/nsswitch.conf", data: "passwd: files\ngroup: files\nhosts: files dns\n" },
  { name: "tmp", mode: 0o1777 },
  { name: home.slice(1), mode: 0o700, owner: nonroot },
];

function own({ executable, licenses }: Contents): Entry[] {
  return [
    { name: command.slice(1), data: executable, mode: 0o555 },
    { name: "usr/share/doc/waybill/copyright", data: licenses },
  ];
}

/** Each folder stands before what is in it. */
function withFolders(entries: readonly Entry[]): Entry[] {
  const all = new Map(entries.map((entry) => [entry.name, entry]));
  for (const { name } of entries) {
    const parts = name.split("/");
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join("/");
      if (!all.has(folder)) all.set(folder, { name: folder });
    }
  }
  return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
