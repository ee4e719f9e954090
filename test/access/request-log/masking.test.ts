import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { loggedPath, maskedBody, maskedPath } from "../../../src/access/request-log/masking.ts";
import { createIds } from "../../../src/infra/ids.ts";

const secretNames = [
  ...["secret", "password", "pin", "current_password", "new_password", "api_key", "apikey", "X-API-Key"],
  ...["token", "access_token", "accessToken", "authorization", "cookie", "webhook_secret", "client_secret"],
];
const random = "0123456789abcdefghijABCDEFGHIJ012345";
/** Texts that are secrets wherever they stand, as they are and as they are kept. */
const secretTexts: [string, string][] = [
  [`wb_live_${random}`, "wb_live_***"],
  [`wb_sandbox_${random}`, "wb_sandbox_***"],
  [`whsec_${random}+/==`, "whsec_***"],
  [`https://user:${random}@shop.example`, "https://***@shop.example"],
  [`https://shop.example/t/${random}`, "https://shop.example/t/***"],
  [`/hooks/car_01m7x5rdwme1ct34p92xd7wpnk/${random}`, "/hooks/car_01m7x5rdwme1ct34p92xd7wpnk/***"],
  [`/api/v1/track/${random}/proof`, "/api/v1/track/***/proof"],
  [`https://shop.example/hook?access_token=${random}&a=1`, "https://shop.example/hook?access_token=***&a=1"],
];

describe("a body", () => {
  test.each(secretNames)("loses the value of %s, wherever it stands and whatever it is", (name) => {
    for (const value of ['a "quoted" \\ value\n', 1234, ["x"], { x: [1] }]) {
      for (const called of [name, name.toUpperCase()]) {
        expect(maskedBody(JSON.stringify({ [called]: value, kept: 1 }))).toBe(`{"${called}":"***","kept":1}`);
        expect(maskedBody(JSON.stringify({ deep: [{ [called]: value }] }))).toBe(
          `{"deep":[{"${called}":"***"}]}`,
        );
      }
    }
  });

  test("loses what is named like a secret or is one, also escaped", () => {
    expect(maskedBody('{"secre\\u0074":"x"}')).toBe('{"secret":"***"}');
    expect(maskedBody('{"a":"\\u0077b_sandbox_0123"}')).toBe('{"a":"wb_sandbox_***"}');
    expect(maskedBody('{"a":"wb_live_0123","a":1}')).toBe('{"a":1}');
  });

  test("keeps what only resembles a secret", () => {
    const body = JSON.stringify({
      requirements: { pin: false, secret: null },
      pinned: "yes",
      my_secret_shop: "Books",
      path: "/carriers/car_01m7x5rdwme1ct34p92xd7wpnk/hooks/hook_01m7x5rdwme1ct34p92xd7wpnk/retry",
      address: { line1: "c/o Alex, 100%41 // Dock 7/t", email: "alex@shop.example" },
    });
    expect(maskedBody(body)).toBe(body);
    expect(maskedBody(new TextEncoder().encode(body))).toBe(body);
  });

  test.each(secretTexts)("loses %s in any text and any name", (secret, masked) => {
    expect(maskedBody(JSON.stringify({ metadata: { note: `use ${secret} here` } }))).toBe(
      JSON.stringify({ metadata: { note: `use ${masked} here` } }),
    );
    expect(maskedBody(JSON.stringify([{ [secret]: 1 }, secret]))).toBe(
      JSON.stringify([{ [masked]: 1 }, masked]),
    );
  });

  test("keeps a member with any name, the first time and the next", () => {
    const body = '{"__proto__":{"note":"kept","password":"***"},"wb_live_***":1,"a_b":{"a_b":2}}';
    for (const _ of [1, 2]) expect(maskedBody(body.replace("***", "lost").replace("***", "abc"))).toBe(body);
  });

  test("keeps its first 16 KiB, in whole characters", () => {
    const text = JSON.stringify("ä€😀x".repeat(5_000));
    const kept = maskedBody(text) ?? "";
    expect(text.startsWith(kept)).toBe(true);
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(16_384);
    expect(Buffer.byteLength(kept)).toBeGreaterThan(16_384 - 4);
    const whole = `"${"x".repeat(16_382)}"`;
    expect(maskedBody(whole)).toBe(whole);
    expect(maskedBody(`"y${whole.slice(1)}`)).toBe(`"y${whole.slice(1, -1)}`);
  });

  test.each([
    ["no JSON", `a secret ${random}`, "(45 bytes that are no JSON)"],
    ["JSON without its end", `{"secret":"${random}`, "(47 bytes that are no JSON)"],
    ["no text", Uint8Array.of(0x22, 0xff, 0x22), "(3 bytes that are no JSON)"],
    ["too deep", "[".repeat(60_000), "(60000 bytes that are no JSON)"],
    ["larger than 64 KiB", JSON.stringify("é".repeat(32_768)), "(65538 bytes, too many to keep)"],
  ])("that is %s leaves its size alone", (_, body, kept) => {
    expect(maskedBody(body)).toBe(kept);
  });

  test("that is missing is null", () => {
    expect(maskedBody(undefined)).toBeNull();
    expect(maskedBody("")).toBeNull();
  });
});

test("a path loses what looks like a secret or is named like one, and is shortened", () => {
  const plain = "/api/v1/platform/events?limit=5&type=webhook.test&x=%41lex%20%C3%A9%zz";
  expect(maskedPath(plain)).toBe(plain);
  expect(maskedPath("/x?pin=1234&password=a%20b?c&limit=5")).toBe("/x?pin=***&password=***&limit=5");
  expect(maskedPath("/x?key=wb_live_0123456789&limit=5")).toBe("/x?key=wb_live_***&limit=5");
  expect(maskedPath("/x?foo=%77b_live_0123&%73ecret=5&X%2Dapi%5fkey=6")).toBe(
    "/x?foo=wb_live_***&secret=***&X-api_key=***",
  );
  expect(maskedPath("/x?url=https%3A%2F%2Fa%3Ab%40shop.example&limit=5")).toBe("/x?url=***&limit=5");
  expect(maskedPath("/%74/0123?limit=5")).toBe("/t/***?limit=5");
  expect(maskedPath(`/x?${"a=b&".repeat(10_000)}`).length).toBeLessThanOrEqual(2_000);
  expect(maskedPath(`/x?${"a=b&".repeat(498)}a=//user:${random}@shop`)).not.toContain("0123");
});

test("what somebody searched for is often a name, so no log keeps it", () => {
  expect(maskedPath("/x?limit=5&q=Alex%20Example&%72eference=ORD-1")).toBe(
    "/x?limit=5&q=***&%72eference=***",
  );
  expect(maskedPath("/x?q=a=b?c&status=created")).toBe("/x?q=***&status=created");
  expect(maskedPath("/x?%71=Alex")).toBe("/x?%71=***");
  expect(maskedPath("/x?q&query=1")).toBe("/x?q&query=1");
});

test("a token of a session or a tracking link is masked wherever it stands, and nothing that only resembles one", () => {
  const token = createIds({ now: () => 0 }).token();
  const kept: [string, string][] = [
    [`/api/v1/platform/shipments/${token}`, "/api/v1/platform/shipments/***"],
    [`/api/v1/platform/shipments?q=${token}&limit=5`, "/api/v1/platform/shipments?q=***&limit=5"],
    [`/x?x=${token}`, "/x?x=***"],
    [`/x?${token}`, "/x?***"],
    [`/x?x=%${token.charCodeAt(0).toString(16)}${token.slice(1)}`, "/x?x=***"],
  ];
  for (const [path, masked] of kept) expect(maskedPath(path)).toBe(masked);
  expect(maskedBody(JSON.stringify({ note: `see ${token}.` }))).toBe('{"note":"see ***."}');
  const shorter = `/x?x=${token.slice(1)}`;
  expect(maskedPath(shorter)).toBe(shorter);
  const id = createIds({ now: () => 0 }).make("shp");
  expect(maskedPath(`/x/${id}?x=${"x".repeat(44)}`)).toBe(`/x/${id}?x=${"x".repeat(44)}`);
});

test.each([
  ["/x", "/x"],
  ["/x?", "/x?***"],
  [
    "/x?limit=5&status=assigned,in_transit&wait_seconds=30",
    "/x?limit=5&status=assigned,in_transit&wait_seconds=30",
  ],
  ["/x?created_after=2026-01-31T09%3A30%3A00Z", "/x?created_after=2026-01-31T09%3A30%3A00Z"],
  ["/x?q=Alex%20Example&limit=5", "/x?q=***&limit=5"],
  ["/x?reference=ORD-1&shipment_id=shp_1", "/x?reference=***&shipment_id=***"],
  ["/x?status=Alex%20Example", "/x?status=***"],
  [`/x?status=${random}${random.slice(0, 7)}`, "/x?status=***"],
  [`/x?${random}`, "/x?***"],
  ["/x?Alex=1&q", "/x?***&q"],
  ["/x?q=a=b&q=c?d", "/x?q=***&q=***"],
])("of %s the process's log has %s", (target, logged) => {
  expect(loggedPath(target)).toBe(logged);
});

describe("a secret anywhere", () => {
  /** A text as it is, or with some characters written otherwise. */
  const disguised = (text: string, code: (character: string) => string) =>
    fc
      .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
      .map((which) => [...text].map((one, at) => (which[at] ? code(one) : one)).join(""));
  const hex = (character: string, digits: number) =>
    character.charCodeAt(0).toString(16).padStart(digits, "0");
  const escaped = (text: string) =>
    disguised(text, (one) => `\\u${hex(one, 4)}`).map((written) => `"${written}"`);
  const encoded = (text: string) => disguised(text, (one) => `%${hex(one, 2)}`);
  const some = fc.constantFrom(...secretTexts).map(([secret]) => secret);
  const name = fc.constantFrom(...secretNames);

  test("of a body is not stored", () => {
    const json = fc.json({ maxDepth: 3 });
    const asText = fc
      .tuple(
        some,
        fc.string().map((text) => JSON.stringify(text).slice(1, -1)),
      )
      .chain(([secret, before]) => escaped(secret).map((text) => `"${before} ${text.slice(1)}`));
    const held = fc.constantFrom(`"${random}"`, `["${random}"]`, `{"x":{"y":"${random}"}}`);
    const asMember = fc
      .tuple(name.chain(escaped), held, json)
      .map(([called, value, other]) => `{"other":${other},${called}:${value}}`);
    const asName = some.chain(escaped).map((text) => `{${text}:1}`);
    const placed = fc
      .tuple(fc.oneof(asText, asMember, asName), json, fc.constantFrom("a", "note", "pin"))
      .chain(([secret, other, called]) =>
        fc.constantFrom(secret, `[${other},${secret}]`, `{"b":${other},"${called}":[${secret}]}`),
      );
    fc.assert(
      fc.property(placed, (body) => {
        JSON.parse(body);
        expect(maskedBody(body)).not.toMatch(/0123456789|abcdefghij/);
      }),
    );
  });

  test("of a query is not stored", () => {
    const asValue = some
      .chain((secret) => encoded(secret.replace("&a=1", "")))
      .map((value) => `foo=${value}`);
    const asMember = name.chain(encoded).map((called) => `${called}=${random}`);
    const query = fc.tuple(fc.oneof(asValue, asMember), fc.webQueryParameters());
    fc.assert(
      fc.property(query, ([secret, other]) => {
        const kept = decodeURIComponent(maskedPath(`/x?${other}&${secret}&limit=5`));
        expect(kept).not.toMatch(/0123456789|abcdefghij/i);
      }),
    );
  });
});
