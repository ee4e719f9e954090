import { platform } from "./fixtures.ts";
import type { TestAccount } from "./harness.ts";

/** Pictures of 8 × 4 pixels as Chromium encodes them, each with a color profile. */
const encoded = {
  jpeg: "/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAEAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAWEAEBAQAAAAAAAAAAAAAAAAAAAQP/xAAVAQEBAAAAAAAAAAAAAAAAAAADBf/EABgRAQADAQAAAAAAAAAAAAAAAAEABBMi/9oADAMBAAIRAxEAPwCRrQFasGZGsPc//9k=",
  png: "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAYAAACzzX7wAAAAXklEQVR4AVyMOxGAQBQDd64GGnRgAAEYwAAGEIAAFGAAARjAAAaQQce7PjzmCj5VZjPJhoNSO5VWGs10GhnUM6llUc2mEMk5yTBP8/xzSGXhg/foYTckuJ/mlsiXLwAAAP//FGbijwAAAAZJREFUAwDzRyf7p87QkwAAAABJRU5ErkJggg==",
  lossy:
    "UklGRiICAABXRUJQVlA4WAoAAAAgAAAABwAAAwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggNAAAAHABAJ0BKggABAAEAGglsAJ0AUAAAP7v6mWfA++EpV3s0veS0r/G6XgqXPWz94uuXQ1AAAA=",
  lossless:
    "UklGRjoCAABXRUJQVlA4WAoAAAAgAAAABwAAAwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDhMSwAAAC8HwAAA1wAQhP9wDUbbtk0t3EUz07bNwp/qrprA/NfBf8MABQwXRmEUAJ0SAIWRJJmp09tGRP/j39FS0PJWL9EqOrNmbxh3L9EpAgA=",
  alpha:
    "UklGRioCAABXRUJQVlA4WAoAAAAwAAAABwAAAwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZBTFBICwAAAAEPMIAREaI8Ef0PAFZQOCAoAAAAsAEAnQEqCAAEAAQAaCWQAnRHAAJAAAD+645Yyojutdc6RRyd1AAAAA==",
};

export const pictures = Object.fromEntries(
  Object.entries(encoded).map(([name, text]) => [name, new Uint8Array(Buffer.from(text, "base64"))]),
) as Record<keyof typeof encoded, Uint8Array<ArrayBuffer>>;

/** Exif data of a phone: turned, and taken at a place. */
export function exifData(orientation: number, text: string): Buffer {
  const data = Buffer.alloc(38 + text.length);
  data.write("II*\0", 0, "latin1");
  data.writeUInt32LE(8, 4);
  data.writeUInt16LE(2, 8);
  data.writeUInt16LE(0x0112, 10);
  data.writeUInt16LE(3, 12);
  data.writeUInt32LE(1, 14);
  data.writeUInt16LE(orientation, 18);
  // Where the place is.
  data.writeUInt16LE(0x8825, 22);
  data.writeUInt16LE(2, 24);
  data.writeUInt32LE(text.length, 26);
  data.writeUInt32LE(38, 30);
  data.write(text, 38, "latin1");
  return data;
}

const uint = (value: number, bytes: 2 | 4, isLittle = false): Buffer => {
  const made = Buffer.alloc(bytes);
  if (isLittle) made.writeUIntLE(value, 0, bytes);
  else made.writeUIntBE(value, 0, bytes);
  return made;
};

/** A picture with a segment after its start. */
export function withSegment(jpeg: Uint8Array, marker: number, body: Uint8Array): Buffer {
  const segment = [Uint8Array.of(0xff, marker), uint(body.length + 2, 2), body];
  return Buffer.concat([jpeg.subarray(0, 2), ...segment, jpeg.subarray(2)]);
}

/** A picture with a chunk after its header. */
export function withChunk(png: Uint8Array, type: string, body: Uint8Array): Buffer {
  const checked = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const chunk = [uint(body.length, 4), checked, uint(Bun.hash.crc32(checked), 4)];
  return Buffer.concat([png.subarray(0, 33), ...chunk, png.subarray(33)]);
}

/** A picture with a chunk at its end. */
export function withRiffChunk(webp: Uint8Array, type: string, body: Uint8Array): Buffer {
  const padding = new Uint8Array(body.length % 2);
  const chunk = [Buffer.from(type, "latin1"), uint(body.length, 4, true), body, padding];
  const whole = Buffer.concat([webp, ...chunk]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** A header that claims these pixels. */
export function resizedPng(png: Uint8Array, width: number, height: number): Buffer {
  const made = Buffer.from(png);
  made.writeUInt32BE(width, 16);
  made.writeUInt32BE(height, 20);
  made.writeUInt32BE(Bun.hash.crc32(made.subarray(12, 29)), 29);
  return made;
}

/** Uploads a logo of the account. @returns its id */
export async function uploadLogo({ session }: TestAccount, picture = pictures.png): Promise<string> {
  const { body } = await session.send(`${platform}/account/images`, {
    method: "POST",
    body: picture,
    headers: { "content-type": "image/png", "x-environment": "sandbox" },
  });
  return body.id;
}
