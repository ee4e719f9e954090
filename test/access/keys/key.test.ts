import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeSecret, stateOf } from "../../../src/access/credential.ts";
import { isKey, keyPrefixes } from "../../../src/access/keys/key.ts";
import { scopes } from "../../../src/access/model.ts";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const random = fc.string({ unit: fc.constantFrom(...base62), minLength: 30, maxLength: 30 });

describe("the text of a key", () => {
  test("ends in the CRC-32 of its random part, as npm's do: a published dummy has the same", () => {
    const published = { random: "qkJaB6MffYVzZXWqmcoF49yrUxP3wf", checksum: "0LsakP" };
    expect(makeSecret(keyPrefixes.live, published.random)).toBe(
      `wb_live_${published.random}${published.checksum}`,
    );
  });

  test("has 36 characters after its prefix, and is well formed", () => {
    fc.assert(
      fc.property(random, fc.constantFrom("sandbox" as const, "live" as const), (text, environment) => {
        const secret = makeSecret(keyPrefixes[environment], text);
        expect(secret).toMatch(/^wb_(sandbox|live)_[0-9A-Za-z]{36}$/);
        expect(isKey(secret)).toBe(true);
      }),
    );
  });

  test("with one character changed, or two swapped, is not", () => {
    const place = fc.integer({ min: 0, max: 35 });
    fc.assert(
      fc.property(random, place, fc.constantFrom(...base62), place, (text, at, letter, other) => {
        const secret = makeSecret(keyPrefixes.sandbox, text);
        const start = "wb_sandbox_".length;
        const letters = [...secret];
        letters[start + at] = letter;
        const changed = letters.join("");
        expect(isKey(changed)).toBe(changed === secret);
        const swapped = [...secret];
        [swapped[start + at], swapped[start + other]] = [
          secret[start + other] ?? "",
          secret[start + at] ?? "",
        ];
        expect(isKey(swapped.join(""))).toBe(swapped.join("") === secret);
      }),
    );
  });

  test.each([
    "",
    "wb_live_",
    `wb_test_${"0".repeat(36)}`,
    `WB_LIVE_${"0".repeat(36)}`,
    ` ${makeSecret(keyPrefixes.live, "a".repeat(30))}`,
    `${makeSecret(keyPrefixes.live, "a".repeat(30))}\n`,
    makeSecret(keyPrefixes.live, "a".repeat(29)),
    makeSecret("wbc_live_", "a".repeat(30)),
  ])("%j is not one", (text) => {
    expect(isKey(text)).toBe(false);
  });
});

describe("the state of a key", () => {
  test("takes effect at once", () => {
    expect(stateOf({ expiresAt: null, revokedAt: null }, 100)).toBe("valid");
    expect(stateOf({ expiresAt: 101, revokedAt: null }, 100)).toBe("valid");
    expect(stateOf({ expiresAt: 100, revokedAt: null }, 100)).toBe("expired");
    expect(stateOf({ expiresAt: null, revokedAt: 100 }, 100)).toBe("revoked");
    expect(stateOf({ expiresAt: 50, revokedAt: 60 }, 100)).toBe("revoked");
  });
});

test("scopes are named once each", () => {
  expect(new Set(scopes).size).toBe(scopes.length);
});
