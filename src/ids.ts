import { createHash } from "node:crypto";
import { TypeID } from "typeid-js";
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
  | "req";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomBatchBytes = 4096;
const counterMax = 0xfff;

/** The only source of randomness and of identifiers. */
export interface Ids {
  /** TypeID: prefix and UUIDv7; two made one after the other sort in that order. */
  make(prefix: IdPrefix): string;
  bytes(count: number): Uint8Array;
  /** Unbiased integer in `0 … below-1`. */
  integer(below: number): number;
  base62(length: number): string;
  /** 256 bits, base64url: session tokens and tracking links. */
  token(): string;
}

/** Ids in the order of their making: the 12 bits after the UUIDv7's milliseconds count within one millisecond. */
export function createIds(clock: Clock): Ids {
  let pool = new Uint8Array(0);
  let used = 0;
  let lastMs = 0;
  let counter = 0;

  function bytes(count: number): Uint8Array {
    if (count > randomBatchBytes) return crypto.getRandomValues(new Uint8Array(count));
    if (used + count > pool.length) {
      pool = crypto.getRandomValues(new Uint8Array(randomBatchBytes));
      used = 0;
    }
    const taken = pool.slice(used, used + count);
    used += count;
    return taken;
  }

  function integer(below: number): number {
    const limit = Math.floor(0x1_0000_0000 / below) * below;
    for (;;) {
      const value = new DataView(bytes(4).buffer).getUint32(0);
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
    const uuid = bytes(16);
    const view = new DataView(uuid.buffer);
    view.setUint32(0, Math.floor(ms / 0x10000));
    view.setUint16(4, ms % 0x10000);
    view.setUint16(6, 0x7000 | counter);
    view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
    return TypeID.fromUUIDBytes(prefix, uuid).toString();
  }

  return {
    make,
    bytes,
    integer,
    base62: (length) => Array.from({ length }, () => base62[integer(base62.length)]).join(""),
    token: () => Buffer.from(bytes(32)).toString("base64url"),
  };
}

const idPattern = /^[a-z]{3,4}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Whether a text has the shape of an id with this prefix; says nothing of whether the object exists. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && idPattern.test(text);
}

/** Secrets with full entropy are stored as this only; a fast hash is right for them. */
export function sha256Hex(input: string | Uint8Array): string {
  return createHash("sha256").update(input).digest("hex");
}
