import { describe, expect, test } from "bun:test";
import { createMask, loggedResponseHeaders } from "../../../../src/messaging/webhooks/deliveries/headers.ts";

describe("what an answer leaves in the log", () => {
  const conceal = createMask(["Bearer s3cret-\\-token", "short", "tenant 4711-4711"]);

  test("has no value of the endpoint's own headers: whole, its words, or as JSON", () => {
    const body =
      'Bearer s3cret-\\-token, s3cret-\\-token, "s3cret-\\\\-token", for 4711-4711 in short, Bearer';
    expect(conceal(body)).toBe('***, ***, "***", for *** in short, Bearer');
    expect(loggedResponseHeaders({ "x-echo": ["a", "tenant 4711-4711"] }, conceal)).toEqual({
      "x-echo": "a, ***",
    });
  });

  test("has its headers up to 16 KiB, and no cookie", () => {
    const many = Array.from({ length: 30 }, (_, index) => [`x-${index}`, ["v".repeat(1000)]]);
    const kept = loggedResponseHeaders({ "set-cookie": ["a=1"], ...Object.fromEntries(many) }, conceal);
    expect(Object.keys(kept)).toHaveLength(17);
    expect(kept["set-cookie"]).toBe("***");
  });
});
