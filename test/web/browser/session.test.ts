import { expect, test } from "bun:test";
import fc from "fast-check";
import { returnTo } from "../../../src/web/browser/session.ts";

/** Where somebody goes on after signing in. */

test.each([
  "/sandbox",
  "/live/",
  "/sandbox/shipments/shp_1",
  "/sandbox/shipments?q=12e3&status=assigned",
  "/live#top",
  "/live?from=//example.com/",
  "/live/keys?q=/../..#/../..",
])("%s is where one was", (from) => {
  expect(returnTo(from)).toBe(from);
});

test.each([
  "https://example.com/",
  "//example.com/",
  "/\\example.com",
  "\\\\example.com",
  "javascript:alert(1)",
  "/sign-in",
  "/",
  "",
  " /sandbox",
  "/sandboxes",
  "/sandbox.example.com",
  "/sandbox@example.com",
  "/sandbox\\example.com",
  "/sandbox:80",
  "/sandbox/../../t/link",
  "/live/%2E%2e/..//example.com",
  "/sandbox/..\\..\\docs",
  "/live/../sign-in",
  "/Sandbox",
  "sandbox",
  undefined,
  null,
  1,
  [["/sandbox"]],
  { toString: () => "/sandbox" },
])("%p is nowhere to go", (from) => {
  expect(returnTo(from)).toBeUndefined();
});

test("whatever the address asks for, nobody is led to another site or out of the dashboard", () => {
  const begin = fc.constantFrom("/sandbox", "/live", "/sandbox/", "/live?", "/", "//", "");
  const rest = fc.array(
    fc.constantFrom("/", "\\", "..", "/..", "/%2e%2E", "@", ":", "#", "?", "\t", "\n", "x.example", "%2f"),
  );
  fc.assert(
    fc.property(begin, rest, fc.string(), (start, parts, text) => {
      const to = returnTo(start + parts.join("") + text);
      if (to === undefined) return;
      const origin = "https://waybill.example.com";
      for (const base of [origin, `${origin}/dashboard/sign-in`])
        expect(new URL(to, base).origin).toBe(origin);
      const url = new URL(`/dashboard${to}`, origin);
      expect([url.origin, /^\/dashboard\/(sandbox|live)(\/|$)/.test(url.pathname)]).toEqual([origin, true]);
    }),
    { numRuns: 500 },
  );
});
