import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { orientationOf } from "../../../../src/delivery/carriers/images/exif.ts";
import { cleanImage } from "../../../../src/delivery/carriers/images/image.ts";
import { AppError } from "../../../../src/infra/errors.ts";
import {
  exifData,
  pictures,
  resizedPng,
  withChunk,
  withRiffChunk,
  withSegment,
} from "../../../support/images.ts";

/** What carriers upload is judged by its bytes: nobody decodes it, and nothing but the picture is kept. */

const place = "48.8584N 2.2945E";
const text = (content: Uint8Array) => Buffer.from(content).toString("latin1");
const names = Object.keys(pictures) as (keyof typeof pictures)[];
const types = {
  jpeg: "image/jpeg",
  png: "image/png",
  lossy: "image/webp",
  lossless: "image/webp",
  alpha: "image/webp",
};

/** What it is refused for. */
function faultOf(bytes: Uint8Array): string {
  try {
    cleanImage(bytes);
  } catch (error) {
    if (error instanceof AppError && error.code === "validation_failed") {
      return error.options.errors?.[0]?.detail ?? "";
    }
    throw error;
  }
  return "none";
}

/** A picture with everything that a phone or an attacker may add. */
function burdened(name: keyof typeof pictures, orientation: number): Uint8Array {
  const bytes = pictures[name];
  const exif = exifData(orientation, place);
  const note = Buffer.from(`<script>${place}</script>`);
  switch (name) {
    case "jpeg": {
      const withExif = withSegment(bytes, 0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exif]));
      const withXmp = withSegment(withExif, 0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${place}`));
      return Buffer.concat([withSegment(withXmp, 0xfe, note), note]);
    }
    case "png":
      return Buffer.concat([withChunk(withChunk(bytes, "eXIf", exif), "tEXt", note), note]);
    default:
      return Buffer.concat([withRiffChunk(withRiffChunk(bytes, "EXIF", exif), "XMP ", note), note]);
  }
}

/** As a reader of the cleaned picture finds it. */
function orientationIn(name: keyof typeof pictures, content: Uint8Array): number {
  const marker = { jpeg: "Exif\0\0", png: "eXIf" }[name as "jpeg"] ?? "EXIF";
  const at = text(content).indexOf(marker);
  const skipped = marker.length + (marker === "EXIF" ? 4 : 0);
  return at === -1 ? 1 : orientationOf(content.subarray(at + skipped));
}

describe.each(names)("%s", (name) => {
  test("metadata and what follows the end are gone, the orientation stays", () => {
    for (const orientation of [1, 6, 8]) {
      const clean = cleanImage(burdened(name, orientation));
      expect(clean).toMatchObject({ contentType: types[name], width: 8, height: 4 });
      expect(orientationIn(name, clean.content)).toBe(orientation);
      for (const said of [place, "<script>", "ICC", "adobe", "mntrRGB"]) {
        expect([said, text(clean.content).includes(said)]).toEqual([said, false]);
      }
      expect(cleanImage(clean.content)).toEqual(clean);
    }
    // What shows is the same bytes: those of the scans.
    const plain = cleanImage(pictures[name]);
    expect(plain.content.length).toBeLessThanOrEqual(pictures[name].length);
    expect(text(pictures[name]).includes(text(plain.content).slice(-20, -2))).toBe(true);
  });

  test("cut short at any byte: refused", () => {
    const whole = cleanImage(burdened(name, 6)).content;
    for (let length = 0; length < whole.length; length += 1) {
      expect([length, faultOf(whole.subarray(0, length))]).not.toEqual([length, "none"]);
    }
  });

  test("changed anywhere: refused, or a picture that a second cleaning leaves as it is", () => {
    const whole = new Uint8Array(burdened(name, 6));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), {
          minLength: 1,
          maxLength: 6,
        }),
        (changes) => {
          const changed = whole.slice();
          for (const [at, value] of changes) changed[at] = value;
          if (faultOf(changed) !== "none") return;
          const clean = cleanImage(changed);
          expect(clean.content.length).toBeLessThanOrEqual(changed.length + 64);
          expect(cleanImage(clean.content)).toEqual(clean);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

test("what is no picture, moves, or would fill the memory is refused with the reason", () => {
  const { jpeg, png, lossless, lossy } = pictures;
  const frame = Buffer.from(cleanImage(jpeg).content);
  const size = frame.indexOf(Uint8Array.of(0xff, 0xc0));
  frame.writeUInt32BE(0xffff_ffff, size + 5);
  const wide = Buffer.from(lossless);
  wide.writeUInt32LE(0x0fff_ffff, wide.indexOf("VP8L") + 9);
  const pixels = "must have at most 40 megapixels";
  const kind = "must be a JPEG, PNG or WebP image";
  const cases: [string, Uint8Array, string][] = [
    ["nothing", new Uint8Array(), kind],
    ["a GIF", Buffer.from("GIF89a\x01\0\x01\0"), kind],
    ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), kind],
    ["a page that ends with a picture", Buffer.concat([Buffer.from("<html>"), png]), kind],
    ["100 000 × 100 000 PNG", resizedPng(png, 100_000, 100_000), pixels],
    ["a PNG of 0 × 4", resizedPng(png, 0, 4), "must be a complete, undamaged image"],
    ["65 535 × 65 535 JPEG", frame, pixels],
    ["16 384 × 16 384 WebP", wide, pixels],
    ["an animation", withRiffChunk(lossy, "ANIM", new Uint8Array(6)), "must be a still image"],
    [
      "a JPEG in a PNG's coat",
      Buffer.concat([png.subarray(0, 8), jpeg]),
      "must be a complete, undamaged image",
    ],
  ];
  for (const [name, bytes, fault] of cases) expect([name, faultOf(bytes)]).toEqual([name, fault]);
});

test("more than 4,096 segments or chunks make no image", () => {
  const empty = new Uint8Array();
  const part = {
    jpeg: withSegment(pictures.jpeg, 0xfe, empty).subarray(2, 6),
    png: withChunk(pictures.png, "tEXt", empty).subarray(33, 45),
    lossy: withRiffChunk(pictures.lossy, "XMP ", empty).subarray(-8),
  };
  const place = { jpeg: 2, png: 33, lossy: pictures.lossy.length };
  for (const name of ["jpeg", "png", "lossy"] as const) {
    const made = (count: number) => {
      const bytes = pictures[name];
      const parts = Array<Uint8Array>(count).fill(part[name]);
      const whole = Buffer.concat([bytes.subarray(0, place[name]), ...parts, bytes.subarray(place[name])]);
      if (name === "lossy") whole.writeUInt32LE(whole.length - 8, 4);
      return whole;
    };
    expect([name, faultOf(made(4_000))]).toEqual([name, "none"]);
    expect([name, faultOf(made(4_097))]).toEqual([name, "must be a complete, undamaged image"]);
  }
});

test("fill bytes, stuffed bytes and restarts within a scan do not end it", () => {
  const whole = Buffer.from(cleanImage(pictures.jpeg).content);
  const scan = whole.subarray(0, -2);
  const more = Uint8Array.of(0xff, 0, 0xff, 0xd0, 0xff, 0xd7, 1);
  const filled = Buffer.concat([scan, more, new Uint8Array(100_000).fill(0xff), Uint8Array.of(0xd9)]);
  const { content } = cleanImage(filled);
  expect(Buffer.from(content).equals(filled)).toBe(true);
});
