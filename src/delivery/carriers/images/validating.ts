import { AppError, type FieldError } from "../../../infra/errors.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import { type CleanImage, cleanImage } from "./image.ts";

/** A picture without its metadata, with the SHA-256 of what is left. */
export type HashedImage = CleanImage & { sha256: string };

/** As it comes from a thread, which throws no AppError. */
export type Judged = HashedImage | { refused: FieldError[] };

export function validateImage(bytes: Uint8Array): Judged {
  try {
    const image = cleanImage(bytes);
    return { ...image, sha256: sha256Hex(image.content) };
  } catch (error) {
    if (error instanceof AppError && error.code === "validation_failed") {
      return { refused: [...(error.options.errors ?? [])] };
    }
    throw error;
  }
}
