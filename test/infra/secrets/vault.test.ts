import { expect, test } from "bun:test";
import { createVault, reseal } from "../../../src/infra/secrets/vault.ts";

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const one = createVault(random(32), random);
const other = createVault(random(32), random);
const none = createVault(null, random);
const text = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD1QJB8QRrKXk=";

test("what is sealed opens with its key at its place, and nowhere else", () => {
  const kept = one.seal(text, "a/secret");
  expect(JSON.stringify(kept)).not.toContain("C2FVsBQI");
  expect(one.open(kept, "a/secret")).toBe(text);
  expect(() => one.open(kept, "b/secret")).toThrow();
  expect(() => other.open(kept, "a/secret")).toThrow("a/secret is encrypted with another key");
  expect(() => none.open(kept, "a/secret")).toThrow("a/secret is encrypted with another key");
});

test("a changed byte is noticed, wherever it stands", () => {
  const kept = one.seal(text, "a");
  if (typeof kept === "string") throw new Error("it was not sealed");
  const box = Buffer.from(kept.box, "base64");
  for (const at of [0, 11, 12, box.length - 17, box.length - 1]) {
    const changed = Buffer.from(box);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => one.open({ ...kept, box: changed.toString("base64") }, "a")).toThrow();
  }
  for (const length of [0, 11, 12, 27, box.length - 1]) {
    expect(() => one.open({ ...kept, box: box.subarray(0, length).toString("base64") }, "a")).toThrow();
  }
});

test("the same text is sealed in another way each time", () => {
  expect(one.seal(text, "a")).not.toEqual(one.seal(text, "a"));
});

test("without a key a text is kept as it is", () => {
  expect(none.seal(text, "a")).toBe(text);
  expect(none.open(text, "a")).toBe(text);
  expect(one.open(text, "a")).toBe(text);
});

test("resealing goes between keys, from plain and back; what is already there stays as it is", () => {
  const first = reseal(text, "a", none, one);
  expect(one.open(first, "a")).toBe(text);
  expect(reseal(first, "a", none, one)).toBe(first);
  const second = reseal(first, "a", one, other);
  expect(other.open(second, "a")).toBe(text);
  expect(reseal(second, "a", other, none)).toBe(text);
  expect(() => reseal(second, "a", one, none)).toThrow();
});
