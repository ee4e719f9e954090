import { expect, test } from "bun:test";
import { mentionsOf } from "../../../src/infra/mail/mail.ts";

test("an address is found wherever it stands, and not within another one", () => {
  const found = (text: string) => text.replace(mentionsOf("a.b@example.com"), "*");
  expect(found("a.b@example.com")).toBe("*");
  expect(found("Ask A.B@Example.com, or mailto:a.b@example.com.")).toBe("Ask *, or mailto:*.");
  expect(found("?email=a.b@example.com&x=+a.b@example.com")).toBe("?email=*&x=+*");
  expect(found(JSON.stringify({ "a.b@example.com": "<a.b@example.com>\na.b@example.com" }))).toBe(
    JSON.stringify({ "*": "<*>\n*" }),
  );
  expect(found(String.raw`"\u000aa.b@example.com"`)).toBe(String.raw`"\u000a*"`);
  for (const other of [
    "maria.b@example.com",
    "x-a.b@example.com",
    "a.b@example.com.au",
    "a.b@example.community",
    "aab@example.com",
  ]) {
    expect(found(other)).toBe(other);
  }
});
