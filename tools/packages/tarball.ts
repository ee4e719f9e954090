import { packTar } from "modern-tar";

/** A file, folder or link of an archive. `name` has no slash in front. */
export interface Entry {
  name: string;
  /** Of a file. */
  data?: Uint8Array | string;
  /** Default: 0644 of a file, 0755 of a folder. */
  mode?: number;
  /** Who owns it, as user and group. Default: 0, root. */
  owner?: number;
  /** Of a symbolic link: where it leads. */
  link?: string;
}

/** The first second that a ZIP archive can name too: the same input gives the same bytes, whenever it is packed. */
export const packedAt = new Date(1980, 0, 1);
const smallest = { level: 9, library: "libdeflate" } as const;

/** A tar archive of the entries in this order. */
export function tar(entries: readonly Entry[]): Promise<Uint8Array<ArrayBuffer>> {
  return packTar(
    entries.map(({ name, data, mode, owner = 0, link }) => {
      const body = typeof data === "string" ? new TextEncoder().encode(data) : data;
      const common = { name, mtime: packedAt, uid: owner, gid: owner };
      if (link !== undefined)
        return { header: { ...common, type: "symlink", linkname: link, mode: mode ?? 0o777, size: 0 } };
      if (body === undefined)
        return { header: { ...common, name: `${name}/`, type: "directory", mode: mode ?? 0o755, size: 0 } };
      return { header: { ...common, type: "file", mode: mode ?? 0o644, size: body.length }, body };
    }),
  );
}

/** A tar archive, compressed: a `.tgz` of npm, a layer of an image. */
export async function tarball(entries: readonly Entry[]): Promise<Uint8Array<ArrayBuffer>> {
  return compress(await tar(entries));
}

export function compress(data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return Bun.gzipSync(data, smallest);
}

export function sha256(data: Uint8Array | string): string {
  return new Bun.CryptoHasher("sha256").update(data).digest("hex");
}
