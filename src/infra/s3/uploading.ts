import { type FileHandle, open } from "node:fs/promises";
import { completionOf, memberOf } from "./answers.ts";
import { storageError } from "./refusal.ts";
import { type S3Storage, sliceBytes } from "./storage.ts";

/** A file becomes an object, in parts if it is large: one part is in memory at a time. */

const partsMax = 10_000;

/**
 * @param bytes of the file @param onBytes how many of them are there
 * @throws DataFolderError as every request does; then the object is as it was
 */
export async function uploadFile(
  storage: S3Storage,
  key: string,
  path: string,
  bytes: number,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const file = await open(path);
  try {
    if (bytes <= sliceBytes) await storage.write(key, await slice(file, path, 0, bytes));
    else await inParts(storage, key, { file, path, bytes }, onBytes);
  } finally {
    await file.close();
  }
  onBytes(bytes);
}

interface Source {
  file: FileHandle;
  path: string;
  bytes: number;
}

async function inParts(
  storage: S3Storage,
  key: string,
  { file, path, bytes }: Source,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const partBytes = Math.max(sliceBytes, Math.ceil(bytes / partsMax));
  const begun = await storage.ask({ method: "POST", key, query: { uploads: "" } });
  const uploadId = memberOf(begun.body, "UploadId");
  if (!uploadId) throw storageError(storage, "unusable", "takes no object in parts");
  try {
    const tags: string[] = [];
    for (let start = 0; start < bytes; start += partBytes) {
      const body = await slice(file, path, start, Math.min(partBytes, bytes - start));
      const query = { partNumber: String(tags.length + 1), uploadId };
      const { headers } = await storage.ask({ method: "PUT", key, query, body });
      const tag = headers.etag?.[0];
      if (!tag) throw storageError(storage, "unusable", "did not name the part that it took (ETag)");
      tags.push(tag);
      onBytes(start + body.length);
    }
    await storage.ask({ method: "POST", key, query: { uploadId }, body: completionOf(tags) });
  } catch (error) {
    await abandon(storage, key, uploadId);
    throw error;
  }
}

/** Ends an upload in parts: what it has sent costs until then. What cannot be ended is ended before the next backup. */
export async function abandon(storage: S3Storage, key: string, uploadId: string): Promise<void> {
  await storage.ask({ method: "DELETE", key, query: { uploadId } }).catch(() => {});
}

async function slice(file: FileHandle, path: string, start: number, bytes: number): Promise<Uint8Array> {
  const content = new Uint8Array(bytes);
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await file.read(content, at, bytes - at, start + at);
    if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`);
    at += bytesRead;
  }
  return content;
}
