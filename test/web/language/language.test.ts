import { expect, test } from "bun:test";
import { acceptedLanguages, chooseLanguage, directionOf } from "../../../src/web/language/language.ts";

test("a browser's languages count in the order of their weight, as RFC 9110 says", () => {
  expect(acceptedLanguages("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5")).toEqual([
    "fr-CH",
    "fr",
    "en",
    "de",
    "*",
  ]);
  expect(acceptedLanguages("da, en-gb;q=0.2, de;Q=0.8, it;q=0")).toEqual(["da", "de", "en-gb"]);
  for (const nothing of [null, "", ",", ";q=1", "de;q=x"]) {
    expect(chooseLanguage(acceptedLanguages(nothing))).toBe("en");
  }
});

test("tags count by their language, unknown ones fall to the next and at last to English", () => {
  expect(chooseLanguage(["de-AT", "en"])).toBe("de");
  expect(chooseLanguage([null, undefined, "zz", "es-MX"])).toBe("es");
  expect(chooseLanguage(["constructor", "zz"])).toBe("en");
  expect([directionOf("ar"), directionOf("he"), directionOf("uk")]).toEqual(["rtl", "rtl", "ltr"]);
});
