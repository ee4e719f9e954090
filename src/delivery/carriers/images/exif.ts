/** The orientation of a picture, TIFF 6.0 and Exif 2.32 §4.6.4: the one thing that is kept of its metadata. */

/** As stored, upright. */
const upright = 1;
const orientationTag = 0x0112;
const shortType = 3;
const entryBytes = 12;
/** What JPEG writes before Exif data, and some WebP files too. */
const prefix = "Exif\0\0";

/** 1 to 8; 1 where the data says nothing, or nothing that makes sense. */
export function orientationOf(data: Uint8Array): number {
  const tiff = hasPrefix(data) ? data.subarray(prefix.length) : data;
  if (tiff.length < 8) return upright;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return upright;
  const isLittle = order === 0x4949;
  const start = view.getUint32(4, isLittle);
  if (start + 2 > tiff.length) return upright;
  const entries = view.getUint16(start, isLittle);
  for (let index = 0; index < entries; index += 1) {
    const at = start + 2 + index * entryBytes;
    if (at + entryBytes > tiff.length) return upright;
    if (view.getUint16(at, isLittle) !== orientationTag) continue;
    const value = view.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? value : upright;
  }
  return upright;
}

/** Exif data that holds the orientation alone; undefined for an upright picture, which needs none. */
export function orientationData(orientation: number): Uint8Array<ArrayBuffer> | undefined {
  if (orientation === upright) return undefined;
  const data = new Uint8Array(26);
  const view = new DataView(data.buffer);
  view.setUint32(0, 0x4d4d002a);
  view.setUint32(4, 8);
  view.setUint16(8, 1);
  view.setUint16(10, orientationTag);
  view.setUint16(12, shortType);
  view.setUint32(14, 1);
  view.setUint16(18, orientation);
  return data;
}

export function hasPrefix(data: Uint8Array): boolean {
  return Buffer.from(data.subarray(0, prefix.length)).toString("latin1") === prefix;
}

export const exifPrefix: Uint8Array = Buffer.from(prefix, "latin1");
