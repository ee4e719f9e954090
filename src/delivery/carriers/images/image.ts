import { invalidField } from "../../../infra/errors.ts";
import type { BroughtImage } from "../carrier-update.ts";
import { type CleanPicture, scans } from "./cleaned.ts";
import { cleanJpeg, isJpeg } from "./jpeg.ts";
import { cleanPng, isPng } from "./png.ts";
import { cleanWebp, isWebp } from "./webp.ts";

/** A picture without metadata but its orientation. */
export type CleanImage = BroughtImage & CleanPicture;

const pixelsMax = 40_000_000;

const formats = [
  { contentType: "image/jpeg", is: isJpeg, clean: cleanJpeg },
  { contentType: "image/png", is: isPng, clean: cleanPng },
  { contentType: "image/webp", is: isWebp, clean: cleanWebp },
] as const;

/** The format of a file that begins so. @throws AppError `validation_failed` */
export function formatOf(start: Uint8Array): (typeof formats)[number] {
  const format = formats.find(({ is }) => is(start));
  if (!format) throw invalidField("#", "image", "must be a JPEG, PNG or WebP image");
  return format;
}

/**
 * Judges a picture by its bytes, whatever its sender calls it, and removes what it says besides the picture: places,
 * devices, previews, and whatever follows its end. It decodes nothing, so a small file cannot cost much memory.
 * @throws AppError `validation_failed`
 */
export function cleanImage(bytes: Uint8Array): CleanImage {
  const format = formatOf(bytes);
  const cleaned = format.clean(bytes);
  if (cleaned === "animated") throw invalidField("#", "image", "must be a still image");
  if (cleaned === "scans") {
    const detail = `must have at most ${scans.most} scans, and after ${scans.always} no more than one for each ${scans.bytesOfMore} bytes`;
    throw invalidField("#", "scans", detail);
  }
  if (cleaned === undefined) throw invalidField("#", "image", "must be a complete, undamaged image");
  const { width, height } = cleaned;
  if (width * height > pixelsMax) {
    throw invalidField("#", "pixels", `must have at most ${pixelsMax / 1_000_000} megapixels`);
  }
  return { contentType: format.contentType, ...cleaned };
}
