import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { keptBody, keptPath } from "../../src/requests/masking.ts";

const secretNames = ["secret", "password", "pin", "current_password", "new_password"];

describe("a body", () => {
  test.each(secretNames)("loses the value of %s, wherever it stands", (name) => {
    const value = 'a "quoted" \\ value\n';
    expect(keptBody(JSON.stringify({ [name]: value, kept: 1 }))).toBe(`{"${name}":"***","kept":1}`);
    expect(keptBody(JSON.stringify({ deep: [{ [name]: 1234 }] }, null, 2))).toContain(`"${name}": "***"`);
    expect(keptBody(`{"${name.toUpperCase()}" : "${"x".repeat(40)}"`)).not.toContain("xxx");
  });

  test("keeps what only resembles a secret", () => {
    const body = JSON.stringify({ requirements: { pin: false }, pinned: "yes", my_secret_shop: "Books" });
    expect(keptBody(body)).toBe(body);
  });

  test.each([
    ["wb_live_0123456789abcdefghijABCDEFGHIJ012345", "wb_live_***"],
    ["wb_sandbox_0123456789abcdefghijABCDEFGHIJ012345", "wb_sandbox_***"],
    ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw+/==", "whsec_***"],
  ])("loses %s in any text", (secret, masked) => {
    expect(keptBody(`{"metadata":{"note":"use ${secret} here"}}`)).toBe(
      `{"metadata":{"note":"use ${masked} here"}}`,
    );
    expect(keptBody(`not JSON at all ${secret}`)).toBe(`not JSON at all ${masked}`);
  });

  test("keeps its first 16 KiB, in whole characters", () => {
    const text = "ä€😀x".repeat(5_000);
    const kept = keptBody(text) ?? "";
    expect(text.startsWith(kept)).toBe(true);
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(16_384);
    expect(Buffer.byteLength(kept)).toBeGreaterThan(16_384 - 4);
    const whole = "x".repeat(16_384);
    expect(keptBody(whole)).toBe(whole);
    expect(keptBody(`${whole}y`)).toBe(whole);
  });

  test("loses a secret that the cut goes through", () => {
    const secret = "0123456789abcdefghijABCDEFGHIJ012345";
    const forms = [`"secret":"${secret}"`, `"pin":"\\u0031${secret}"`, `"a":"wb_live_${secret}"`];
    fc.assert(
      fc.property(fc.constantFrom(...forms), fc.integer({ min: 0, max: 60 }), (form, shown) => {
        const body = `{"filler":"${"x".repeat(16_384 - 13 - shown)}",${form},"rest":"${"y".repeat(100)}"}`;
        expect(keptBody(body)).not.toMatch(/0123|abcd/);
      }),
    );
  });

  test("that is not there is null", () => {
    expect(keptBody(undefined)).toBeNull();
    expect(keptBody("")).toBeNull();
  });
});

test("a path loses what looks like a secret, or is called one, and its excess", () => {
  expect(keptPath("/api/v1/platform/events?limit=5&type=webhook.test")).toBe(
    "/api/v1/platform/events?limit=5&type=webhook.test",
  );
  expect(keptPath("/x?pin=1234&password=a%20b&limit=5")).toBe("/x?pin=***&password=***&limit=5");
  expect(keptPath("/x?key=wb_live_0123456789&limit=5")).toBe("/x?key=wb_live_***&limit=5");
  expect(keptPath(`/x?${"a=b&".repeat(10_000)}`).length).toBeLessThanOrEqual(2_000);
});
