/** The C and C++ libraries that the executable loads, from Debian's packages. Their SHA-256 are pinned here. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpackTar } from "modern-tar";
import { type Entry, sha256 } from "./tarball.ts";

interface DebianPackage {
  /** In the pool, without the architecture. */
  path: string;
  /** Architecture → SHA-256, and the SHA-1 by which snapshot.debian.org has it for ever. */
  sums: Record<"amd64" | "arm64", [sha256: string, sha1: string]>;
}

const packages: readonly DebianPackage[] = [
  {
    path: "g/glibc/libc6_2.36-9+deb12u14",
    sums: {
      amd64: [
        "ba4f88f73dbc3ae9055f3c20f4523bfdbaf1ad13ff95e258924f77d20b4fbedf",
        "c534c6c7f912b61ca26b7cf4082235a0343b8751",
      ],
      arm64: [
        "01f4330719fd4f65580e16ea5a0527f372fca750e8f588d26deaf09f2d3b1cf4",
        "85af57bf1f9fa075163e51c99d9536154c21ab7e",
      ],
    },
  },
  // The copyright file of the two that follow.
  {
    path: "g/gcc-12/gcc-12-base_12.2.0-14+deb12u1",
    sums: {
      amd64: [
        "1896a2aacf4ad681ff5eacc24a5b0ca4d5d9c9b9c9e4b6de5197bc1e116ea619",
        "715f9e66f5f45930246f5881c6dfe75ab8c6f32c",
      ],
      arm64: [
        "674cf6cba6d432bd200c45fe866c1652c7a53523cc2e7a613e05bc4abf7b5440",
        "b9cd0c11e6c44ac368d9ece58640f1129ad57231",
      ],
    },
  },
  {
    path: "g/gcc-12/libgcc-s1_12.2.0-14+deb12u1",
    sums: {
      amd64: [
        "3016e62cb4b7cd8038822870601f5ed131befe942774d0f745622cc77d8a88f7",
        "c72798568b9086ecacf3d46e420c6d90b78ce50d",
      ],
      arm64: [
        "576926b283613db80168ddf76380a3bd877602778cf0d226caa7bfbfa71eacf3",
        "6534755fbb89e7bd0ef86c53fce6f34b4f7bfbd4",
      ],
    },
  },
  {
    path: "g/gcc-12/libstdc++6_12.2.0-14+deb12u1",
    sums: {
      amd64: [
        "5cd3171216d4ab0fc911cfe9c35509bf2dd8f47761c43b7f6a4296701551a24d",
        "b1d2dc0cd7bcd57fa4b1ea6dd27a40384d45b937",
      ],
      arm64: [
        "26e138c677a985775331373828a6c286c551ff397cb735d00e2383cb273d1cb2",
        "d0ab5371c1259b637436b4e61381e47385386650",
      ],
    },
  },
];

/**
 * What a program loads, and the terms of it: a package has its copyright file in a folder of its own, or a link to that of
 * another. Neither converters of character sets nor debugging.
 */
const wanted = /^(lib|lib64|usr\/lib)\/(?!.*\/(gconv|audit)\/)|^usr\/share\/doc\/[^/]+(\/copyright|(?<!\/))$/;

/**
 * The libraries of an architecture, as entries of a layer. It needs `dpkg-deb`.
 * @throws Error with what it could not fetch or read
 */
export async function debianLibraries(architecture: "amd64" | "arm64"): Promise<Entry[]> {
  const found = await Promise.all(
    packages.map(async ({ path, sums }) =>
      unpack(await fetchPackage(path, architecture, sums[architecture])),
    ),
  );
  return found.flat();
}

async function fetchPackage(path: string, architecture: string, [sum, snapshot]: [string, string]) {
  const urls = [
    `http://deb.debian.org/debian/pool/main/${path}_${architecture}.deb`,
    `https://snapshot.debian.org/file/${snapshot}`,
  ];
  const failed: string[] = [];
  for (const url of urls) {
    try {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`it answers ${response.status}`);
      const data = await response.bytes();
      if (sha256(data) !== sum) throw new Error("its SHA-256 is another");
      return data;
    } catch (error) {
      failed.push(`${url}: ${error instanceof Error ? error.message : error}`);
    }
  }
  throw new Error(`A library of the image is missing. ${failed.join("; ")}`);
}

async function unpack(archive: Uint8Array): Promise<Entry[]> {
  const folder = await mkdtemp(join(tmpdir(), "waybill-deb-"));
  try {
    const file = join(folder, "package.deb");
    await Bun.write(file, archive);
    const tar = await Bun.$`dpkg-deb --fsys-tarfile ${file}`.quiet().arrayBuffer();
    const entries = await unpackTar(tar);
    return entries.flatMap(({ header, data }): Entry[] => {
      const name = header.name.replace(/^\.\//, "");
      if (!wanted.test(name)) return [];
      if (header.type === "symlink") return [{ name, link: header.linkname ?? "" }];
      return header.type === "file" && data ? [{ name, data, mode: header.mode ?? 0o644 }] : [];
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
