/** The bytes of a picture alone, and its pixels before any rotation. */
export interface CleanPicture {
  content: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** Segments or chunks of one image. An encoder that splits 8 MiB into pieces of 2 KiB makes fewer. */
export const partsMax = 4_096;

/** What a format's reader returns; undefined if the file is damaged, incomplete or in more than `partsMax` parts. */
export type Cleaned = CleanPicture | "animated" | undefined;
