/** Photos, made smaller before they are kept: a camera's are ten times what a proof needs. */

const edgeMaxPixels = 1_600;
const quality = 0.8;

/** Width and height that fit, with the same ratio. */
export function fittedSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, edgeMaxPixels / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A JPEG of at most 1600 pixels, upright. Undefined for a file that is no picture. */
export async function shrinkPhoto(file: Blob): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  const size = fittedSize(bitmap.width, bitmap.height);
  const canvas = Object.assign(document.createElement("canvas"), size);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, size.width, size.height);
  bitmap.close();
  return toBlob(canvas, "image/jpeg");
}

export function toBlob(
  canvas: HTMLCanvasElement,
  type: "image/jpeg" | "image/png",
): Promise<Blob | undefined> {
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), type, quality));
}
