import { AppError } from "../errors.ts";

export const bodyBytesMax = 1024 * 1024;
const jsonTypes = ["application/json", "application/merge-patch+json"];

/**
 * The body as JSON; null where there is none. Read up to the limit and no further.
 * @throws AppError `unsupported_media_type`, `body_too_large`, `body_unparsable`
 */
export async function readJson(request: Request): Promise<unknown> {
  if (request.body === null || request.headers.get("content-length") === "0") return null;
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type === undefined || !jsonTypes.includes(type)) {
    throw new AppError("unsupported_media_type", { detail: "Send application/json." });
  }
  const bytes = await readLimited(request);
  if (bytes.length === 0) return null;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("body_unparsable", { detail: "The body must be UTF-8 encoded JSON." });
  }
}

async function readLimited(request: Request): Promise<Uint8Array> {
  const tooLarge = () => new AppError("body_too_large", { detail: `A body can have ${bodyBytesMax} bytes.` });
  if (Number(request.headers.get("content-length")) > bodyBytesMax) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const read = await reader?.read();
    if (!read?.value) break;
    length += read.value.length;
    if (length > bodyBytesMax) {
      await reader?.cancel();
      throw tooLarge();
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks);
}
