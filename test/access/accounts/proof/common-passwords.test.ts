import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isCommonPassword } from "../../../../src/access/accounts/proof/common-passwords.ts";

describe("isCommonPassword", () => {
  test.each([
    ["on the list", ["1qaz2wsx3edc4rfv", "philadelphia", "qwerty123456", "Administrator", "JUSTINBIEBER"]],
    [
      "a word with trimmings",
      ["password1234", "Password2024!", "123456monkey", "!!!dragon2025!!!", "letmein_12345"],
    ],
    ["one character", ["aaaaaaaaaaaa", "000000000000", "!!!!!!!!!!!!!!!"]],
    ["a repetition", ["passwordpassword", "abcabcabcabc", "xy7!xy7!xy7!x", "Hallo1Hallo1", "🙂🙂🙂🙂🙂🙂"]],
    ["digits in a row", ["123456789012", "098765432109", "890123456789012", "111222333444"]],
    ["the alphabet", ["abcdefghijkl", "zyxwvutsrqpo", "abcdef123456"]],
    ["keyboard rows", ["qwertyuiopqw", "qwertyasdfgh", "QWERTZuiopasdf", "azertyqsdfgh", "lkjhgfdsapoiuyt"]],
    ["keyboard columns", ["1qaz2wsx3edc", "7ujm6yhn5tgb"]],
  ])("refuses %s", (_kind, passwords) => {
    expect(passwords.filter((password) => !isCommonPassword(password))).toEqual([]);
  });

  test.each([
    "correct horse battery staple",
    "tandem-quartz-lagoon",
    "Vx7#pLq2!mZ9",
    "the quick brown fox jumps",
    "mein hund heißt otto",
    "hunter2 drinks tea",
    "wbp9-abc-4431-kk",
    "日本語のパスワードは長い方が良い",
  ])("accepts %p", (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  test("case does not matter", () => {
    fc.assert(
      fc.property(fc.constantFrom("password1234", "tandem-quartz-lagoon", "qwertyasdfgh"), (password) => {
        expect(isCommonPassword(password.toUpperCase())).toBe(isCommonPassword(password));
      }),
    );
  });

  test("anything short repeated to 12 characters and more is refused", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 8 }),
        fc.integer({ min: 12, max: 40 }),
        (unit, count) => {
          expect(isCommonPassword(unit.repeat(count))).toBe(true);
        },
      ),
    );
  });

  test("random passwords are accepted", () => {
    const letters = fc.constantFrom(..."abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789-_#");
    fc.assert(
      fc.property(fc.uniqueArray(letters, { minLength: 14, maxLength: 24 }), (characters) => {
        const password = characters.join("");
        expect(isCommonPassword(`${password}Zq!${password.slice(3, 9)}`)).toBe(false);
      }),
    );
  });

  test("the longest password a person may send does not keep the server", () => {
    expect(isCommonPassword("abcdefghijklmnopqrstuvwxyz".repeat(10))).toBe(true);
    expect(isCommonPassword(`${"1234567890".repeat(25)}~~`)).toBe(false);
  });
});
