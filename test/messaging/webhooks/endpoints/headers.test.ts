import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { headerErrors, mergedHeaders } from "../../../../src/messaging/webhooks/endpoints/headers.ts";
import { CreateWebhook } from "../../../../src/messaging/webhooks/endpoints/schema.ts";

const faultOf = (name: string) => headerErrors({ [name]: "v" })[0]?.code;
const hasForm = (name: string, value = "v") =>
  Value.Check(CreateWebhook, { url: "https://a.example", events: ["*"], headers: { [name]: value } });

describe("names", () => {
  test.each([
    "authorization",
    "Authorization",
    "X-Api-Key",
    "x_tenant",
    "!#$%&'*+.^_`|~",
    "accept",
    "x-webhook-id",
  ])("%s may be set", (name) => expect([faultOf(name), hasForm(name)]).toEqual([undefined, true]));

  test.each([
    "webhook-id",
    "Webhook_Id",
    "Content_Length",
    "X_Forwarded_For",
    "close",
    "X-Real-IP",
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
    (name) => expect(hasForm(name)).toBe(false),
  );

  test("one is there once, however it is written", () => {
    expect(headerErrors({ "X-A": "1", "x-a": "2" })).toEqual([
      { pointer: "#/headers/x-a", code: "duplicate", detail: "is given twice with different capitalization" },
    ]);
  });

  test("are pointed at as RFC 6901 has it", () => {
    expect(headerErrors({ "if-~a": "v" })[0]?.pointer).toBe("#/headers/if-~0a");
  });
});

describe("values", () => {
  test.each(["v", "Bearer abc==", "a b\tc", "~!\"'"])("%j may be set", (value) =>
    expect(hasForm("a", value)).toBe(true),
  );
  test.each(["", " v", "v ", "a\r\nb: c", "a\nb", "a\u0000", "a\u001f", "a\u007f", "ä", "😀"])(
    "%j may not",
    (value) => expect(hasForm("a", value)).toBe(false),
  );
});

test("a merge patch sets and removes; the names are in small letters", () => {
  expect(mergedHeaders({ a: "1", b: "2" }, { B: null, C: "3" })).toEqual({ a: "1", c: "3" });
  expect(mergedHeaders({ a: "1" }, undefined)).toEqual({ a: "1" });
  expect(mergedHeaders({ a: "1" }, null)).toEqual({});
  expect(mergedHeaders({ a: "1" }, {})).toEqual({ a: "1" });
});
