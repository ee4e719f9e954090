/** The bytes of a picture alone, and its pixels before any rotation. */
export interface CleanPicture {
  content: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** Segments or chunks of one image. An encoder that splits 8 MiB into pieces of 2 KiB makes fewer. */
export const partsMax = 4_096;

/**
 * Scans of a progressive picture: each is drawn over all of its pixels, on the phone of whoever looks at it. Encoders
 * make ten, and of large pictures some more.
 */
export const scans = { most: 100, always: 16, bytesOfMore: 2_048 } as const;

/** What a format's reader returns; undefined if the file is damaged, incomplete or in more than `partsMax` parts. */
export type Cleaned = CleanPicture | "animated" | "scans" | undefined;
