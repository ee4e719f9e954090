import { invalidField } from "../../../infra/errors.ts";
import type { BodyRule } from "../../../infra/http/body.ts";
import { bytesPerMb } from "../../../infra/units.ts";
import { formatOf } from "./image.ts";
import { ImageForm } from "./schema.ts";

/** How images are uploaded: as the bytes themselves, or as the only file of a form. */

const imageBytesMax = 8 * bytesPerMb;
/** Bytes that a multipart form may add to its file: boundaries and headers. */
const formBytesMax = 4_096;
const formType = "multipart/form-data";

export const imageBody: Partial<BodyRule> = {
  // One in the document: generated clients can have no more.
  mediaTypes: [formType],
  aliases: ["image/jpeg", "image/png", "image/webp", "application/octet-stream"],
  bytesMax: imageBytesMax + formBytesMax,
  judgeStart: (start, contentType) => {
    const file = contentType.toLowerCase().startsWith(formType) ? fileAtStart(start) : start;
    if (file !== undefined) formatOf(file);
  },
  parse: async (bytes, contentType) => {
    const image = contentType.toLowerCase().startsWith(formType) ? await fileOf(bytes, contentType) : bytes;
    if (image.length <= imageBytesMax) return image;
    throw invalidField("#", "max_length", `must have at most ${imageBytesMax} bytes`);
  },
  shapes: { [formType]: ImageForm },
};

/** The beginning of a form's first part, if that is a file; undefined where the form says so later, or is none. */
function fileAtStart(start: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
  const end = bytes.indexOf("\r\n\r\n");
  const isFile = end !== -1 && /\bfilename\*?=/i.test(bytes.toString("latin1", 0, end));
  return isFile ? bytes.subarray(end + "\r\n\r\n".length) : undefined;
}

/** @throws AppError `validation_failed` for a form without exactly one file */
async function fileOf(bytes: Uint8Array, contentType: string): Promise<Uint8Array> {
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } })
    .formData()
    .catch(() => new FormData());
  const entries: unknown[] = [...form.values()];
  const [file] = entries;
  if (file instanceof Blob && entries.length === 1) return file.bytes();
  throw invalidField("#", "form", "must be a form with one file and nothing else");
}
