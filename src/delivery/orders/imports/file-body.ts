import { invalidField } from "../../../infra/errors.ts";
import type { BodyRule } from "../../../infra/http/body.ts";
import { bytesPerKb, sizeText } from "../../../infra/units.ts";
import { fileBytesMax } from "./import.ts";
import { ImportForm } from "./schema.ts";

/** How a file is uploaded: as the body itself, or as the only file of a form. */

const formType = "multipart/form-data";
/** Bytes that a form may add to its file: boundaries and headers. */
const formBytesMax = 4 * bytesPerKb;

export interface UploadedFile {
  bytes: Uint8Array;
  /** Null where the form does not say it. */
  name: string | null;
  /** As the request or the form says it; null where they do not. */
  charset: string | null;
}

export const fileBody: Partial<BodyRule> = {
  // One in the document: generated clients can have no more.
  mediaTypes: [formType],
  aliases: [
    "text/csv",
    "application/csv",
    "text/tab-separated-values",
    "text/plain",
    "application/octet-stream",
  ],
  bytesMax: fileBytesMax + formBytesMax,
  anyCharset: true,
  parse: async (bytes, contentType) => {
    const isForm = contentType.toLowerCase().startsWith(formType);
    const file = isForm
      ? await fileOf(bytes, contentType)
      : { bytes, name: null, charset: charsetIn(contentType) };
    if (file.bytes.length <= fileBytesMax) return file;
    throw invalidField("#", "max_length", `must have at most ${sizeText(fileBytesMax)}`);
  },
  shapes: { [formType]: ImportForm },
};

/** @throws AppError `validation_failed` for a form without exactly one file */
async function fileOf(bytes: Uint8Array, contentType: string): Promise<UploadedFile> {
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } })
    .formData()
    .catch(() => new FormData());
  const entries: unknown[] = [...form.values()];
  const [file] = entries;
  if (file instanceof File && entries.length === 1)
    return { bytes: await file.bytes(), name: file.name || null, charset: charsetIn(file.type) };
  throw invalidField("#", "form", "must be a form with one file and nothing else");
}

function charsetIn(contentType: string): string | null {
  return /;\s*charset="?([^\s";]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? null;
}
