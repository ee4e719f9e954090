import { describe, expect, test } from "bun:test";
import { headerErrors, mergedHeaders } from "../../src/webhooks/headers.ts";

const faultOf = (name: string, value: string | null = "v") => headerErrors({ [name]: value })[0]?.code;

describe("names", () => {
  test.each([
    "authorization",
    "Authorization",
    "X-Api-Key",
    "x_tenant",
    "!#$%&'*+.^_`|~",
    "accept",
    "x-webhook-id",
  ])("%s may be set", (name) => expect(faultOf(name)).toBeUndefined());

  test.each([
    "webhook-id",
    "Webhook-Anything",
    "host",
    "HOST",
    "connection",
    "content-type",
    "Content-Length",
    "content-encoding",
    "user-agent",
    "proxy-authorization",
    "proxy-connection",
    "transfer-encoding",
    "te",
    "trailer",
    "upgrade",
    "keep-alive",
    "accept-encoding",
    "expect",
    "cookie",
    "if-none-match",
    "x-forwarded-for",
    "forwarded",
    "via",
  ])("%s is Waybill's or the connection's", (name) => expect(faultOf(name)).toBe("reserved"));

  test.each([" a", "a ", "a b", "a:b", ":path", "a\r\nb", "a\nb: c", "ä", "a\u0000", "(a)", "a,b", ""])(
    "%j is no name",
    (name) => expect(faultOf(name)).toBe("format"),
  );

  test("one is there once, however it is written", () => {
    expect(headerErrors({ "X-A": "1", "x-a": "2" })).toEqual([
      { pointer: "#/headers/x-a", code: "duplicate", detail: "is there twice, in other letters" },
    ]);
  });

  test("are pointed at as RFC 6901 has it", () => {
    expect(headerErrors({ "a/b~": "v" })[0]?.pointer).toBe("#/headers/a~1b~0");
  });
});

describe("values", () => {
  test.each(["v", "Bearer abc==", "a b\tc", "~!\"'"])("%j may be set", (value) =>
    expect(faultOf("a", value)).toBeUndefined(),
  );
  test.each(["", " v", "v ", "a\r\nb: c", "a\nb", "a\u0000", "a\u001f", "a\u007f", "ä", "😀"])(
    "%j may not",
    (value) => expect(faultOf("a", value)).toBe("characters"),
  );
});

test("a merge patch sets and removes; the names are in small letters", () => {
  expect(mergedHeaders({ a: "1", b: "2" }, { B: null, C: "3" })).toEqual({ a: "1", c: "3" });
  expect(mergedHeaders({ a: "1" }, undefined)).toEqual({ a: "1" });
  expect(mergedHeaders({ a: "1" }, null)).toEqual({});
  expect(mergedHeaders({ a: "1" }, {})).toEqual({ a: "1" });
});
