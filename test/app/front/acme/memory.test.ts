import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMemory, resealMemory, type Secrets } from "../../../../src/app/front/acme/memory.ts";
import { createVault } from "../../../../src/infra/secrets/vault.ts";
import { hourMs, minuteMs } from "../../../../src/infra/units.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-memory-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const plain = createVault(null, (count) => new Uint8Array(count));
const sealing = (fill: number) =>
  createVault(new Uint8Array(32).fill(fill), (count) => new Uint8Array(count));
const open = (name = "a.example", vault = plain, directory = "https://ca.example/") =>
  openMemory(folder, vault, name, directory);
const secrets: Secrets = { accountKey: "SECRET", pending: null, certificate: null, renewals: 3 };

test("two orders an hour for a name, also after a restart; another name has its own", () => {
  const now = 1_700_000_000_000;
  open().noteOrder(now);
  expect(open().nextOrderAt(now)).toBe(now);
  open().noteOrder(now + minuteMs);
  expect(open().nextOrderAt(now + 2 * minuteMs)).toBe(now + hourMs);
  expect(open().nextOrderAt(now + hourMs)).toBe(now + hourMs);
  expect(open("b.example").nextOrderAt(now + 2 * minuteMs)).toBe(now + 2 * minuteMs);
  open("b.example").noteOrder(now + 3 * minuteMs);
  // To and fro between names is no way around.
  expect(open().nextOrderAt(now + 4 * minuteMs)).toBe(now + hourMs);
});

test("secrets belong to a name and an authority", () => {
  open().keep(secrets);
  expect(open().secrets).toEqual(secrets);
  expect(open("b.example").secrets).toBeUndefined();
  expect(open("a.example", plain, "https://other.example/").secrets).toBeUndefined();
});

test("they are sealed where there is a key; sealed with a key that is gone they are forgotten, orders are not", () => {
  open("a.example", sealing(1)).keep(secrets);
  open("a.example", sealing(1)).noteOrder(5);
  expect(readFileSync(join(folder, "https.json"), "utf8")).not.toContain("SECRET");
  expect(open("a.example", sealing(1)).secrets).toEqual(secrets);
  expect(open("a.example", sealing(2)).secrets).toBeUndefined();
  open("a.example", sealing(2)).noteOrder(6);
  expect(open("a.example", sealing(2)).nextOrderAt(7)).toBe(5 + hourMs);
});

test("a change of the secret key seals them anew; what the former key does not open stays", () => {
  open().keep(secrets);
  open().noteOrder(5);
  resealMemory(folder, plain, sealing(1));
  expect(readFileSync(join(folder, "https.json"), "utf8")).not.toContain("SECRET");
  expect(open("a.example", sealing(1)).secrets).toEqual(secrets);
  // Again, as after an interruption.
  resealMemory(folder, plain, sealing(1));
  resealMemory(folder, sealing(1), sealing(2));
  resealMemory(folder, sealing(1), sealing(2));
  expect(open("a.example", sealing(2)).secrets).toEqual(secrets);
  expect(open("a.example", sealing(2)).nextOrderAt(6)).toBe(6);
  resealMemory(folder, sealing(2), plain);
  expect(open().secrets).toEqual(secrets);
});
