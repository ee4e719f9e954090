import { describe, expect, test } from "bun:test";
import { TypeID } from "typeid-js";
import { createIds, type IdPrefix, isId, sha256Hex } from "../../src/infra/ids.ts";
import { createClock } from "../support/clock.ts";

const prefixes: IdPrefix[] = [
  "acct",
  "usr",
  "ses",
  "key",
  "shp",
  "pcl",
  "qte",
  "asg",
  "car",
  "pod",
  "evt",
  "whe",
  "dlv",
  "req",
];
const startMs = Date.UTC(2026, 0, 31, 9, 30);

/** The milliseconds that an id was made at, as any reader of TypeIDs gets them. */
function millisecondsOf(id: string): number {
  const hex = Buffer.from(TypeID.fromString(id).toUUIDBytes()).toString("hex");
  expect(hex.charAt(12)).toBe("7");
  expect("89ab").toContain(hex.charAt(16));
  return Number.parseInt(hex.slice(0, 12), 16);
}

describe("identifiers", () => {
  test.each(prefixes)("%s: the prefix and 26 characters of a UUIDv7 with the time in it", (prefix) => {
    const id = createIds(createClock(startMs)).make(prefix);
    expect(id).toMatch(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
    expect(millisecondsOf(id)).toBe(startMs);
    expect(isId(prefix, id)).toBe(true);
  });

  test("sort in the order of creation, also 20 000 of one millisecond, without duplicates", () => {
    const { make } = createIds(createClock(startMs));
    const made = Array.from({ length: 20_000 }, () => make("evt"));
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  test("sort in the order of their making while the clock runs, stands and steps back", () => {
    const clock = createClock(startMs);
    const { make } = createIds(clock);
    const made: string[] = [];
    for (const step of [0, 0.001, 5, -60, 0, -3_600, 0.001, 3_599, 120]) {
      clock.advance(step);
      for (let count = 0; count < 50; count += 1) made.push(make("shp"));
    }
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
    expect(millisecondsOf(made.at(-1) ?? "")).toBe(clock.now());
  });

  test("of two makers are different", () => {
    const [one, two] = [createIds(createClock(startMs)), createIds(createClock(startMs))];
    const made = Array.from({ length: 1_000 }, () => [one.make("shp"), two.make("shp")]).flat();
    expect(new Set(made).size).toBe(made.length);
  });

  test.each([
    "",
    "shp_",
    "shp",
    "shp_01m7x5rdwme1ct34p92xd7wpn",
    "shp_81m7x5rdwme1ct34p92xd7wpnk",
    "shp_01M7X5RDWME1CT34P92XD7WPNK",
    "shp_01m7x5rdwme1ct34p92xd7wpni",
    "evt_01m7x5rdwme1ct34p92xd7wpnk",
    " shp_01m7x5rdwme1ct34p92xd7wpnk",
  ])("%j is no id of a shipment", (text) => {
    expect(isId("shp", text)).toBe(false);
  });
});

describe("randomness", () => {
  const ids = createIds(createClock(startMs));

  test("integers are below their limit, and reach every value", () => {
    const seen = new Set(Array.from({ length: 2_000 }, () => ids.integer(10)));
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(ids.integer(1)).toBe(0);
  });

  test("bytes() returns the requested count, also across batches, and different bytes", () => {
    for (const count of [0, 1, 32, 4_095, 4_096, 4_097, 10_000]) expect(ids.bytes(count)).toHaveLength(count);
    const pieces = Array.from({ length: 1_000 }, () => Buffer.from(ids.bytes(33)).toString("hex"));
    expect(new Set(pieces).size).toBe(pieces.length);
  });

  test("returned bytes do not change when more are requested", () => {
    const taken = ids.bytes(16);
    const copy = [...taken];
    for (let count = 0; count < 1_000; count += 1) ids.bytes(16).fill(0);
    expect([...taken]).toEqual(copy);
  });

  test("tokens hold 256 bits, base62 its letters", () => {
    expect(ids.token()).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(ids.token(), "base64url")).toHaveLength(32);
    expect(ids.base62(5_000)).toMatch(/^[0-9A-Za-z]{5000}$/);
    expect(new Set(ids.base62(5_000)).size).toBe(62);
  });
});

test("sha256Hex is SHA-256, FIPS 180-4", () => {
  expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
