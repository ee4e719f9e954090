import { describe, expect, test } from "bun:test";
import type { Deps } from "../../../src/infra/deps.ts";
import { readCookie } from "../../../src/infra/http/cookie.ts";

/** The token that is read behind HTTPS. */
function tokenIn(cookie: string): string | undefined {
  const deps = { publicUrl: () => "https://waybill.example.com" } as Deps;
  return readCookie(deps, "session", new Request("http://localhost", { headers: { cookie } }));
}

describe("the session's cookie", () => {
  test.each([
    ["alone", "__Host-waybill_session=right"],
    ["among others", "theme=dark; __Host-waybill_session=right; lang=de"],
    ["beside broken ones", "=; %ZZ=%ZZ; nothing; __Host-waybill_session=right"],
    ["before a second one", "__Host-waybill_session=right; __Host-waybill_session=wrong"],
  ])("is found %s", (_name, cookie) => {
    expect(tokenIn(cookie)).toBe("right");
  });

  // Browsers let only this host set `__Host-`: another host of the domain could set a name that reads alike.
  test.each([
    ["encoded", "%5F%5FHost-waybill_session=wrong"],
    ["in other letters", "__host-waybill_session=wrong"],
    ["without its prefix", "waybill_session=wrong"],
    ["behind a space that is not ASCII", "\u00a0__Host-waybill_session=wrong"],
    ["in another one's value", "theme=__Host-waybill_session=wrong"],
  ])("is not a name that reads alike: %s", (_name, cookie) => {
    expect(tokenIn(cookie)).toBeUndefined();
  });
});
