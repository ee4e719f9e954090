/** The bytes of a picture alone, and its pixels before any rotation. */
export interface CleanPicture {
  content: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** What a format's reader returns; undefined if the file is damaged or incomplete. */
export type Cleaned = CleanPicture | "animated" | undefined;
