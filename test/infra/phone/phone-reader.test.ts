import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isE164 } from "../../../src/infra/phone/phone.ts";
import { loadPhoneReader } from "../../../src/infra/phone/reader.ts";
import { asciiDigits } from "../../../src/infra/text/digits.ts";

const { read, refusal } = await loadPhoneReader();

describe("a number is read as people write it", () => {
  test.each([
    ["+4930123456", null, "+4930123456"],
    ["+49 (30) 12 34-56", null, "+4930123456"],
    ["(+49) 30/123456", null, "+4930123456"],
    ["+49 (0)30 123456", null, "+4930123456"],
    ["+49030123456", null, "+4930123456"],
    ["+39 06 1234 5678", null, "+390612345678"],
    ["0049 30 123456", null, "+4930123456"],
    ["0049 30 123456", "US", "+4930123456"],
    ["0049 30 123456", "AU", "+4930123456"],
    ["0011 49 30 123456", "AU", "+4930123456"],
    ["011 49 30 123456", "US", "+4930123456"],
    ["0170 123", "DE", "+49170123"],
    ["030.123.456", "DE", "+4930123456"],
    ["030–123−456", "DE", "+4930123456"],
    ["\u202a030\u00a0123456\u202c", "DE", "+4930123456"],
    ["tel:+49-30-123456", "DE", "+4930123456"],
    ["'030 123456", "DE", "+4930123456"],
    ["06 1234 5678", "IT", "+390612345678"],
    ["(555) 123-4567", "US", "+15551234567"],
    ["1 555 123 4567", "CA", "+15551234567"],
    ["8 (495) 123-45-67", "RU", "+74951234567"],
    ["01 23 45 67 89", "FR", "+33123456789"],
    ["٠٣٠ ١٢٣٤٥٦", "DE", "+4930123456"],
    ["+۴۹ ۳۰ ۱۲۳۴۵۶", null, "+4930123456"],
    ["０３－１２３４－５６７８", "JP", "+81312345678"],
    ["＋４９　３０　１２３４５６", null, "+4930123456"],
    ["०३० १२३४५६", "DE", "+4930123456"],
    // No plan knows it, and it may be assigned tomorrow.
    ["+999 12 34 56 78", "DE", "+99912345678"],
    ["+1234567", "DE", "+1234567"],
  ])("%s in %s is %s", (typed, country, stored) => {
    expect(read(typed, country)).toBe(stored);
  });

  test("as any number is, whatever stands between its digits, and in whatever digits", () => {
    const zeros = ["0", "٠", "۰", "०", "০", "๐", "０"];
    const anyNumber = fc.constantFrom("+4930123456", "+15551234567", "+390612345678", "+442079460958");
    const between = fc.constantFrom("", "", " ", "-", ".", "\u00a0", "\u2011", "/", "\u200e");
    const typing = fc.record({
      zero: fc.constantFrom(...zeros),
      between: fc.array(between, { minLength: 16 }),
    });
    fc.assert(
      fc.property(anyNumber, typing, (number, typed) => {
        const script = String(typed.zero).codePointAt(0) ?? 0;
        const digit = (text: string) => (text === "+" ? text : String.fromCodePoint(script + Number(text)));
        const text = [...number].map((each, index) => digit(each) + (typed.between[index] ?? "")).join("");
        expect(read(text, null)).toBe(number);
      }),
    );
  });
});

describe("a text that is no number of the country is not read", () => {
  test.each([
    ["030 123456", null],
    ["4930123456", null],
    ["030 123456", "AQ"],
    ["12", "DE"],
    ["112", "DE"],
    // One digit short: with the zero it has as many as another number.
    ["06 12 34 56 7", "FR"],
    ["0912 345 678", "IR"],
    ["0000000", "DE"],
    ["", "DE"],
    ["+", "DE"],
    ["+0123456789", "DE"],
    ["+123456", "DE"],
    ["+1234567890123456", "DE"],
    ["+49+30123456", "DE"],
    ["555-1234", "US"],
    ["1-800-FLOWERS", "US"],
    ["030 123456 / 030 654321", "DE"],
    ["+4930123456 (porter)", "DE"],
    ["+15551234567;ext=89", "DE"],
    ["+1 555 123 4567 x89", "DE"],
    ["030 123456 Durchwahl 5", "DE"],
  ])("%s in %s", (typed, country) => {
    expect(read(typed, country)).toBeUndefined();
  });
});

describe("a refusal says how numbers look there, and nothing of the number", () => {
  test.each([
    [
      "12",
      "DE",
      "must be like 01512 3456789 or +49 1512 3456789 for Germany; begin numbers of other countries with + and their code",
    ],
    [
      "555-1234",
      "US",
      "must be like (201) 555-0123 or +1 201 555 0123 for United States; begin numbers of other countries with + and their code",
    ],
    ["030 123456", null, "must include the country code, such as +4930123456"],
    ["030 123456", "AQ", "must include the country code, such as +4930123456"],
    ["+15551234567;ext=89", "DE", "must not have an extension; the instructions can name it"],
    ["+1 555 123 4567 x89", null, "must not have an extension; the instructions can name it"],
    ["030 123456 ext. 89", "DE", "must not have an extension; the instructions can name it"],
    ["030 123456 #٨٩", "DE", "must not have an extension; the instructions can name it"],
  ])("%s in %s: %s", (typed, country, said) => {
    expect(refusal(typed, country)).toBe(said);
  });
});

test("what is read is E.164, whatever was typed", () => {
  const typed = fc.stringMatching(/^[+0-9 ()x./-]{0,24}$/);
  fc.assert(
    fc.property(typed, fc.constantFrom("DE", "US", "AU", "JP", "AQ", null), (text, country) => {
      const phone = read(text, country);
      if (phone !== undefined) expect(isE164(phone)).toBeTrue();
    }),
  );
});

test("every digit of Unicode has its value", () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /^\p{Nd}$/u.test(character));
  expect(all.length).toBeGreaterThan(600);
  // Blocks of ten: each run of ten in a row is the digits in their order.
  const values = all.map(asciiDigits).join("");
  expect(values).toBe("0123456789".repeat(all.length / 10));
});
