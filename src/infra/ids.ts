import { fromUUIDBytes } from "typeid-js";
import type { Clock } from "./clock.ts";

/** Prefixes of contract §1. */
export type IdPrefix =
  | "acct"
  | "usr"
  | "ses"
  | "key"
  | "shp"
  | "pcl"
  | "qte"
  | "asg"
  | "car"
  | "pod"
  | "evt"
  | "whe"
  | "dlv"
  | "req"
  | "aud"
  | "eml"
  | "tok"
  | "att"
  | "chg"
  | "img"
  | "drv"
  | "dev"
  | "inb"
  | "hook"
  | "inv"
  | "trb"
  | "alm"
  | "rml"
  | "con"
  | "frm"
  | "ord"
  | "sch"
  | "imp"
  | "ntc";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomBatchBytes = 4096;
const counterMax = 0xfff;

/** The only source of randomness and of identifiers. */
export interface Ids {
  /** A TypeID: prefix and UUIDv7. Ids sort in the order of creation. */
  make(prefix: IdPrefix): string;
  bytes(count: number): Uint8Array;
  /** Unbiased integer in `0 … below-1`. */
  integer(below: number): number;
  base62(length: number): string;
  /** 256 bits, base64url: session tokens and tracking links. */
  token(): string;
}

/** Returns `count` bytes. */
type Source = (count: number) => Uint8Array<ArrayBuffer>;

const randomSource: Source = (count) => crypto.getRandomValues(new Uint8Array(count));

/**
 * Ids in order of creation: the 12 bits after the milliseconds of the UUIDv7 count within one millisecond. It takes
 * `batchBytes` at once from the source.
 */
export function createIds(
  clock: Pick<Clock, "now">,
  source: Source = randomSource,
  batchBytes = randomBatchBytes,
): Ids {
  let pool = new Uint8Array(0);
  let view = new DataView(pool.buffer);
  let used = 0;
  let lastMs = 0;
  let counter = 0;

  /** Where the next `count` bytes of the pool are. */
  function take(count: number): number {
    if (used + count > pool.length) {
      pool = source(batchBytes);
      view = new DataView(pool.buffer);
      used = 0;
    }
    used += count;
    return used - count;
  }

  function bytes(count: number): Uint8Array {
    if (count > batchBytes) return source(count);
    const at = take(count);
    return pool.slice(at, at + count);
  }

  function integer(below: number): number {
    const limit = Math.floor(0x1_0000_0000 / below) * below;
    for (;;) {
      const at = take(4);
      const value = view.getUint32(at);
      if (value < limit) return value % below;
    }
  }

  function nextStamp(): number {
    const now = Math.max(clock.now(), lastMs);
    counter = now === lastMs ? counter + 1 : integer(256);
    lastMs = counter > counterMax ? now + 1 : now;
    if (counter > counterMax) counter = 0;
    return lastMs;
  }

  function make(prefix: IdPrefix): string {
    const ms = nextStamp();
    const at = take(16);
    view.setUint32(at, Math.floor(ms / 0x10000));
    view.setUint16(at + 4, ms % 0x10000);
    view.setUint16(at + 6, 0x7000 | counter);
    view.setUint8(at + 8, 0x80 | (view.getUint8(at + 8) & 0x3f));
    return fromUUIDBytes(prefix, pool.slice(at, at + 16));
  }

  return {
    make,
    bytes,
    integer,
    base62: (length) => Array.from({ length }, () => base62[integer(base62.length)]).join(""),
    token: () => Buffer.from(bytes(32)).toString("base64url"),
  };
}

/** The timestamp in seeded ids. */
const seededTime = Date.parse("2026-01-01T00:00:00Z");

/**
 * Makes the same ids at every start with the same seed, so none of them is a secret. Each kind of thing has its own
 * sequence: one more request or webhook attempt changes no other ids. Another `batchBytes` makes other ids.
 */
export function createSeededIds(seed: string, batchBytes = randomBatchBytes): Ids {
  const makers = new Map<string, Ids>();

  function of(kind: string): Ids {
    const maker =
      makers.get(kind) ?? createIds({ now: () => seededTime }, seededSource(`${seed}:${kind}`), batchBytes);
    makers.set(kind, maker);
    return maker;
  }

  return {
    make: (prefix) => of(prefix).make(prefix),
    bytes: (count) => of("bytes").bytes(count),
    integer: (below) => of(`integer ${below}`).integer(below),
    base62: (length) => of("base62").base62(length),
    token: () => of("token").token(),
  };
}

/** SHA-256 of the seed and a counter. */
function seededSource(seed: string): Source {
  let blocks = 0;
  return (count) => {
    const taken = new Uint8Array(count);
    for (let filled = 0; filled < count; blocks += 1) {
      const block = sha256(`${seed}:${blocks}`);
      taken.set(block.subarray(0, count - filled), filled);
      filled += block.length;
    }
    return taken;
  };
}

const idPattern = /^[a-z]{3,4}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Whether a text has the shape of an id with this prefix. The object may not exist. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && idPattern.test(text);
}

// Bun's own hashes: `node:crypto` takes a twentieth of a start.
const { CryptoHasher } = Bun;

function sha256(input: string): Buffer {
  return new CryptoHasher("sha256").update(input).digest();
}

/** Stored in place of secrets that have full entropy, for which a fast hash is safe. */
export function sha256Hex(input: string | Uint8Array): string {
  return CryptoHasher.hash("sha256", input, "hex");
}

export function sha256Base64Url(input: string): string {
  return CryptoHasher.hash("sha256", input, "base64url");
}

/** Whether `sha256Hex` of the text is `expected`. Takes the same time wherever they differ. */
export function isHashOf(expected: string, text: string): boolean {
  return crypto.timingSafeEqual(Buffer.from(expected, "hex"), sha256(text));
}

/** HMAC-SHA-256, 32 bytes: proves later that the text was made with the key. */
export function sign(key: Uint8Array, text: string): Buffer {
  return new CryptoHasher("sha256", key).update(text).digest();
}

/** Whether the signature is right, in constant time. */
export function isSignature(signature: Uint8Array, key: Uint8Array, text: string): boolean {
  const right = sign(key, text);
  return signature.length === right.length && crypto.timingSafeEqual(signature, right);
}
