import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { checkArchive } from "../../../src/infra/streets/checking.ts";
import type { StreetMap } from "../../../src/infra/streets/street-map.ts";
import { demoMap, emptyMap } from "../../support/maps.ts";

/** What the server makes of map files that operators bring, or that somebody made to harm it. */

const berlin = [13, 52.3, 13.8, 52.7] as const;
/** Offsets in the header, https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md#header. */
const at = { version: 7, rootOffset: 8, rootLength: 16, metadataLength: 32, leafLength: 48, tilesLength: 64 };
const code = { internal: 97, tiles: 98, type: 99, minZoom: 100, maxZoom: 101, west: 102 };

/** Checks content, and counts the bytes that are read of it. */
async function check(bytes: Uint8Array, size = bytes.length) {
  let read = 0;
  const found = await checkArchive(async (offset, length) => {
    read += length;
    return bytes.subarray(offset, offset + length);
  }, size);
  return { found, read };
}

function changed(offset: number, value: number | bigint): Uint8Array {
  const bytes = Buffer.from(emptyMap(berlin));
  if (typeof value === "bigint") bytes.writeBigUInt64LE(value, offset);
  else bytes[offset] = value;
  return bytes;
}

/** A file with another root directory, which follows everything else. */
function withRoot(root: Uint8Array): Uint8Array {
  const bytes = Buffer.from(emptyMap(berlin));
  bytes.writeBigUInt64LE(BigInt(bytes.length), at.rootOffset);
  bytes.writeBigUInt64LE(BigInt(root.length), at.rootLength);
  return Buffer.concat([bytes, root]);
}

test("the map file of development is whole", async () => {
  const { found, read } = await check(readFileSync(demoMap));
  expect(found).toEqual({
    bounds: [-87.8027344, 41.7713117, -87.5830078, 41.9676592],
    minZoom: 10,
    maxZoom: 13,
    schema: "protomaps",
    layers: ["water", "landuse", "roads", "places"],
    attribution: "© OpenStreetMap",
  });
  expect(read).toBeLessThan(20_000);
});

describe("a file that cannot be used", () => {
  const endless = gzipSync(Buffer.alloc(40_000_000));
  test.each<[string, Uint8Array, RegExp]>([
    ["empty", new Uint8Array(), /is no PMTiles file/],
    ["short", emptyMap(berlin).subarray(0, 100), /is no PMTiles file/],
    ["something else", Buffer.alloc(100_000, "SQLite format 3\0"), /is no PMTiles file/],
    ["an older version", changed(at.version, 2), /is PMTiles version 2; Waybill reads version 3/],
    ["pictures", changed(code.type, 2), /holds PNG tiles; streets need vector tiles/],
    ["an unknown kind", changed(code.type, 99), /holds unknown tiles/],
    ["brotli", changed(code.tiles, 3), /is compressed with brotli; browsers read gzip/],
    ["zstd", changed(code.internal, 4), /is compressed with zstd/],
    [
      "a cut end",
      readFileSync(demoMap).subarray(0, 200_000),
      /is truncated: it has 200000 bytes and should have 47\d{4}/,
    ],
    ["tiles beyond any disk", changed(at.tilesLength, 2n ** 63n), /is truncated/],
    ["a root directory beyond the start", changed(at.rootOffset, 1n), /no root directory where it belongs/],
    ["no root directory", changed(at.rootLength, 0n), /no root directory where it belongs/],
    ["zooms the wrong way round", changed(code.minZoom, 9), /has impossible zooms: 9 to 0/],
    ["impossible bounds", changed(code.west + 3, 0x7f), /has impossible bounds/],
    ["a directory that is no gzip", withRoot(Buffer.from("garbage")), /damaged root directory/],
    ["a directory that unpacks without end", withRoot(endless.subarray(0, 15_000)), /damaged root directory/],
    [
      "more entries than bytes",
      withRoot(gzipSync(Buffer.from([255, 255, 255, 255, 15, 1]))),
      /damaged root directory/,
    ],
    ["a number without end", withRoot(gzipSync(Buffer.alloc(60, 255))), /damaged root directory/],
    [
      "a tile of gigabytes",
      withRoot(gzipSync(Buffer.from([1, 0, 1, 255, 255, 255, 255, 15, 1]))),
      /a tile of impossible size/,
    ],
    [
      "a leaf outside the leaves",
      withRoot(gzipSync(Buffer.from([1, 0, 0, 20, 1]))),
      /a directory of impossible size or place/,
    ],
    [
      "other layers",
      emptyMap(berlin, { vector_layers: [{ id: "osm" }, {}] }),
      /no streets that Waybill can draw.* has: osm/,
    ],
    [
      "layers whose names steer a terminal",
      emptyMap(berlin, { vector_layers: [{ id: "a\u001b]0;x\u0007b\u202ec" }, { id: "y".repeat(5_000) }] }),
      /has: a ]0;x b c, y{40}$/,
    ],
    ["no layers", emptyMap(berlin, { vector_layers: "all" }), /no streets .* has: none/],
  ])("%s", async (_name, bytes, fault) => {
    const { found, read } = await check(bytes);
    expect(found).toEqual({ fault: expect.stringMatching(fault) });
    expect(read).toBeLessThan(50_000);
  });
});

test("names and attribution are short texts for a terminal and a page, and a hostile attribution costs no time", async () => {
  const vector_layers = [{ id: "roads" }, { id: "\u001b[2Jnew\nline" }, { id: "z".repeat(500) }];
  const many = Array.from({ length: 5_000 }, (_, index) => ({ id: `layer ${index}` }));
  const attributions: [string, unknown][] = [
    ['<a href="https://example.com">© Me</a>\u001b[31m \u202eall', "© Me [31m all"],
    [`© ${"m".repeat(500)}`, `© ${"m".repeat(198)}`],
    // Without a bound this takes hours: each character begins a tag that never ends.
    [`© Me ${"<".repeat(8_000_000)}`, expect.stringMatching(/^© Me <{1,195}$/)],
  ];
  for (const [attribution, text] of attributions) {
    const { found } = await check(
      emptyMap(berlin, { vector_layers: [...vector_layers, ...many], attribution }),
    );
    const { layers, ...map } = found as StreetMap;
    expect(map.attribution).toEqual(text as string);
    expect(layers.slice(0, 4)).toEqual(["roads", "[2Jnew line", "z".repeat(40), "layer 0"]);
    expect(layers).toHaveLength(100);
  }
});

test("any change of any byte of the header is survived", async () => {
  for (let offset = 0; offset < 127; offset += 1) {
    for (const value of [0, 1, 127, 128, 255]) {
      const { found } = await check(changed(offset, value));
      expect(Object.keys(found).length).toBeGreaterThan(0);
    }
  }
});
