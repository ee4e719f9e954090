import { expect, test } from "bun:test";
import { proveHttps, strictTransport } from "../../src/api/strict-transport.ts";
import type { Deps } from "../../src/infra/deps.ts";

const depsAt = (publicUrl: string) => ({ publicUrl: () => publicUrl }) as unknown as Deps;

test.each([
  ["https://waybill.example.com", "max-age=31536000"],
  ["https://waybill.example.com:8443", "max-age=31536000"],
  ["http://waybill.example.com", undefined],
  ["https://203.0.113.7", undefined],
  ["https://[2001:db8::1]", undefined],
])("%s promises %s", (publicUrl, value) => {
  expect(strictTransport(depsAt(publicUrl))).toBe(value as string);
});

test("a name whose certificate was never renewed promises nothing, and does afterwards", () => {
  const deps = depsAt("https://waybill.example.com");
  proveHttps(deps, false);
  expect(strictTransport(deps)).toBeUndefined();
  proveHttps(deps, true);
  expect(strictTransport(deps)).toBe("max-age=31536000");
});
